import { expect, test } from 'vitest'
import { defaultDataDir, workspacesDirOf } from './data-dir.ts'

function at(platform: NodeJS.Platform, env: Record<string, string> = {}): string {
  return defaultDataDir({ platform, env, home: '/home/ada' }).replaceAll('\\', '/')
}

test('each platform has its own place for data of apps', () => {
  expect([
    at('linux'),
    at('linux', { XDG_DATA_HOME: '/data' }),
    at('linux', { XDG_DATA_HOME: 'relative' }),
    at('darwin'),
    at('win32'),
  ]).toEqual([
    '/home/ada/.local/share/session-relay',
    '/data/session-relay',
    '/home/ada/.local/share/session-relay',
    '/home/ada/Library/Application Support/Session Relay',
    '/home/ada/AppData/Roaming/Session Relay',
  ])
})

test('workspaces lie beside the data folder, not in it', () => {
  expect(workspacesDirOf('/data/session-relay')).toBe('/data/session-relay-workspaces')
})
