import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The system's Chromium, else the one that Playwright installed, else null. */
export function findChromium(): string | null {
  return ['/usr/bin/chromium', chromium.executablePath()].find((file) => existsSync(file)) ?? null
}
