import { findChromium } from '../../tests/support/chromium-binary.ts'
import { ensureBuilt } from '../start/ensure-built.ts'
import { provideSystemPackages } from './system-packages.ts'
import { provideTestElectron } from './test-electron.ts'

export type MissingProject = { project: 'web' | 'electron'; reason: string }

/** All that the end-to-end tests need; answers which host's tests cannot run here, and why. */
export async function setUpTests(): Promise<MissingProject[]> {
  await provideSystemPackages()
  await ensureBuilt()
  const missing: MissingProject[] = []
  if (findChromium() === null) missing.push({ project: 'web', reason: 'there is no Chromium' })
  const reason = await provideTestElectron().catch((error: unknown) => `no Electron could be made (${String(error)})`)
  if (reason !== null) missing.push({ project: 'electron', reason })
  return missing
}
