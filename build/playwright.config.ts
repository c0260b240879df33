import path from 'node:path'
import { defineConfig } from '@playwright/test'
import type { HostOption } from '../tests/support/app.ts'
import { findChromium } from '../tests/support/chromium-binary.ts'
import { findTestElectron } from '../tests/support/electron-binary.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The same specs in both hosts; a host that is not to be had here is left out, and `npm test` says so. */
export default defineConfig<HostOption>({
  testDir: path.join(root, 'tests/e2e'),
  outputDir: path.join(root, 'dist/test-results'),
  globalSetup: path.join(root, 'tests/support/virtual-display.ts'),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env['CI'] === 'true',
  reporter: [['list'], ['json', { outputFile: path.join(root, 'dist/test-reports/playwright.json') }]],
  projects: [
    ...(findChromium() === null ? [] : [{ name: 'web', use: { host: 'web' as const } }]),
    ...(findTestElectron() === null ? [] : [{ name: 'electron', use: { host: 'electron' as const } }]),
  ],
})
