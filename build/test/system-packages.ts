import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from '../electron/run.ts'

/** What a bare Debian lacks for a browser, for Electron under a virtual display, and for compiling one addon. */
const packages = [
  'chromium',
  'fonts-noto-cjk',
  'g++',
  'libasound2',
  'libatk-bridge2.0-0',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0',
  'libnss3',
  'libxss1',
  'unzip',
  'xauth',
  'xvfb',
]

/**
 * As root on a Debian it installs what is missing; anyone else is told what to install. Answers what is still missing:
 * on other systems that is unknown, and what is there decides.
 */
export async function provideSystemPackages(): Promise<string[]> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return []
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return []
  if (process.getuid?.() !== 0) {
    console.log(`For all tests these packages are wanted: sudo apt-get install ${missing.join(' ')}`)
    return missing
  }
  console.log(`Installing ${missing.join(' ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  await run('apt-get', ['update', '-qq'], quiet)
  const names = missing.map(nameHere)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet)
  return missing.filter((name) => !isInstalled(name))
}

function isInstalled(name: string): boolean {
  return [name, `${name}t64`].some((candidate) => {
    const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}', candidate], { encoding: 'utf8' })
    return stdout === 'install ok installed'
  })
}

/** Newer releases renamed some libraries for 64-bit time. */
function nameHere(name: string): string {
  const { status, stdout } = spawnSync('apt-cache', ['show', `${name}t64`], { encoding: 'utf8' })
  return status === 0 && stdout !== '' ? `${name}t64` : name
}
