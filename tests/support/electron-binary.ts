import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The Electron that the tests run on, and the staged copy of the app for it. */
export type TestElectron = { executable: string; version: string; app: string }

/** What `npm test` or `node build/test-setup.mjs` prepared, or null. */
export function findTestElectron(): TestElectron | null {
  const note = path.resolve(import.meta.dirname, '../../dist/test-electron.json')
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as TestElectron) : null
}
