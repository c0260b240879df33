import { homedir } from 'node:os'
import path from 'node:path'

type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** Where the data folder is unless `--data` names one: the same for both hosts, so that they open the same Sessions. */
export function defaultDataDir(
  at: Surroundings = { platform: process.platform, env: process.env, home: homedir() },
): string {
  const absolute = (value: string | undefined): string | null =>
    value !== undefined && path.isAbsolute(value) ? value : null
  switch (at.platform) {
    case 'win32':
      return path.join(absolute(at.env['APPDATA']) ?? path.join(at.home, 'AppData', 'Roaming'), 'Session Relay')
    case 'darwin':
      return path.join(at.home, 'Library', 'Application Support', 'Session Relay')
    default:
      // A relative XDG path must be ignored, says the XDG specification.
      return path.join(absolute(at.env['XDG_DATA_HOME']) ?? path.join(at.home, '.local', 'share'), 'session-relay')
  }
}

/** Workspaces lie beside the data folder, never inside it: an agent that works in one must not reach the database. */
export function workspacesDirOf(dataDir: string): string {
  return `${dataDir}-workspaces`
}
