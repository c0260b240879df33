import { describe, expect, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.ts'

/** The rules that one file with this text breaks, on its own in an otherwise empty repository. */
function broken(file: string, source: string): string[] {
  return checkBoundaries(new Map([[file, source]])).map((violation) => violation.rule)
}

type Case = { rule: string; passes: [file: string, source: string][]; fails: [file: string, source: string][] }

const cases: Case[] = [
  {
    rule: 'shared-imports-zod-only',
    passes: [
      ['src/shared/agent.ts', `import { z } from 'zod'\nimport type { Id } from './ids.ts'`],
      ['src/shared/ipc/routes.ts', `export { agent } from '#shared/agent.ts'`],
      ['src/shared/agent.test.ts', `import { test } from 'vitest'`],
    ],
    fails: [
      ['src/shared/agent.ts', `import { v7 } from 'uuid'`],
      ['src/shared/agent.ts', `import path from 'node:path'`],
      ['src/shared/agent.ts', `import type { Clock } from '../main/kernel/clock.ts'`],
      ['src/shared/agent.ts', `export type { Clock } from '#main/kernel/clock.ts'`],
    ],
  },
  {
    rule: 'renderer-stays-in-the-window',
    passes: [
      ['src/renderer/app/shell.tsx', `import { useState } from 'react'\nimport { ask } from '../ipc/client.ts'`],
      ['src/renderer/app/shell.tsx', `import type { Session } from '#shared/session.ts'\nimport '../styles/app.css'`],
    ],
    fails: [
      ['src/renderer/app/shell.tsx', `import type { Core } from '#main/create-core.ts'`],
      ['src/renderer/app/shell.tsx', `const core = import('../../main/create-core.ts')`],
      ['src/renderer/app/shell.tsx', `type Core = import('../../main/create-core.ts').Core`],
      ['src/renderer/app/shell.tsx', `import { readFile } from 'node:fs/promises'`],
      ['src/renderer/app/shell.tsx', `import { door } from '../../preload/index.ts'`],
    ],
  },
  {
    rule: 'preload-imports-shared-types',
    passes: [
      [
        'src/preload/index.ts',
        `import { ipcRenderer } from 'electron'\nimport type { Door } from '#shared/ipc/door.ts'`,
      ],
    ],
    fails: [
      ['src/preload/index.ts', `import { routes } from '#shared/ipc/routes.ts'`],
      ['src/preload/index.ts', `import { z } from 'zod'`],
      ['src/preload/index.ts', `import type { Core } from '../main/create-core.ts'`],
    ],
  },
  {
    rule: 'electron-in-its-host-only',
    passes: [
      ['src/main/hosts/electron/main.ts', `import { app } from 'electron'`],
      ['src/preload/index.ts', `import { contextBridge } from 'electron'`],
    ],
    fails: [
      ['src/main/hosts/web/main.ts', `import { app } from 'electron'`],
      ['src/main/turns/turn-service.ts', `import type { BrowserWindow } from 'electron'`],
      ['src/main/turns/turn-service.ts', `import { app } from 'electron/main'`],
      ['src/main/turns/turn-service.ts', `let w: import('electron').BrowserWindow`],
      ['src/renderer/app/shell.tsx', `export * from 'electron'`],
    ],
  },
  {
    rule: 'main-imports-main-and-shared',
    passes: [['src/main/turns/turn-store.ts', `import { turns } from '../db/schema/turns.ts'`]],
    fails: [
      ['src/main/turns/turn-store.ts', `import { fake } from '#tests/support/fake.ts'`],
      ['src/main/hosts/web/main.ts', `import { App } from '#renderer/app/app.tsx'`],
      ['src/main/hosts/web/main.ts', `import type { Door } from '../../../preload/index.ts'`],
    ],
  },
  {
    rule: 'main-order',
    passes: [
      ['src/main/turns/turn-service.ts', `import type { SessionStore } from '../sessions/session-store.ts'`],
      ['src/main/turns/turn-service.ts', `import { next } from './turn-transitions.ts'`],
      ['src/main/create-core.ts', `import { createTurns } from './turns/turn-service.ts'`],
      ['src/main/hosts/web/main.ts', `import { createCore } from '#main/create-core.ts'`],
    ],
    fails: [
      ['src/main/kernel/clock.ts', `import type { Secret } from '../ports/secret-store.ts'`],
      ['src/main/turns/turn-service.ts', `import type { Delivery } from '../deliveries/delivery-store.ts'`],
      ['src/main/sessions/session-service.ts', `const turns = () => import('#main/turns/turn-service.ts')`],
      ['src/main/ipc/handlers.ts', `export { createCore } from '../create-core.ts'`],
      ['src/main/create-core.ts', `import './hosts/web/main.ts'`],
    ],
  },
  {
    rule: 'vendors-import-ports',
    passes: [
      ['src/main/runtimes/acp/acp-runtime.ts', `import type { AgentRuntime } from '../../ports/agent-runtime.ts'`],
      ['src/main/runtimes/rehearsal/model.ts', `import { run } from '../ai-sdk/run.ts'`],
      ['src/main/adapters/slack/slack.ts', `import { createScope } from '#main/kernel/scope.ts'`],
    ],
    fails: [
      ['src/main/runtimes/acp/acp-runtime.ts', `import type { Db } from '../../db/open-database.ts'`],
      ['src/main/adapters/slack/slack.ts', `import { route } from '../../channels/routing.ts'`],
      ['src/main/adapters/slack/slack.ts', `import { run } from '../../runtimes/ai-sdk/run.ts'`],
    ],
  },
  {
    rule: 'vendors-named-by-hosts',
    passes: [
      ['src/main/hosts/runtimes.ts', `export const acp = () => import('../runtimes/acp/acp-runtime.ts')`],
      ['src/main/hosts/runtimes.ts', `import type { AcpOptions } from '../runtimes/acp/acp-runtime.ts'`],
    ],
    fails: [
      ['src/main/hosts/runtimes.ts', `import { createAcp } from '../runtimes/acp/acp-runtime.ts'`],
      ['src/main/create-core.ts', `const acp = () => import('./runtimes/acp/acp-runtime.ts')`],
      ['src/main/channels/channel-service.ts', `import type { Slack } from '../adapters/slack/slack.ts'`],
    ],
  },
  {
    rule: 'web-host-without-electron-host',
    passes: [['src/main/hosts/web/main.ts', `import { dataFolder } from '../data-folder.ts'`]],
    fails: [
      ['src/main/hosts/web/main.ts', `import { dataFolder } from '../electron/data-folder.ts'`],
      ['src/main/hosts/data-folder.ts', `import type { Window } from './electron/window.ts'`],
    ],
  },
  {
    rule: 'literal-imports',
    passes: [['src/main/hosts/web/main.ts', `const open = () => import('open')`]],
    fails: [['src/main/hosts/web/main.ts', `const load = (name: string) => import(name)`]],
  },
  {
    rule: 'known-folders',
    passes: [['src/main/backup/backup-service.ts', '']],
    fails: [
      ['src/main/plugins/plugin.ts', ''],
      ['src/main/boot.ts', ''],
      ['src/lib/thing.ts', ''],
    ],
  },
  {
    rule: 'telling-names',
    passes: [['src/main/sessions/session-list.ts', '']],
    fails: [
      ['src/main/sessions/session-utils.ts', ''],
      ['src/renderer/common/button.tsx', ''],
      ['src/main/turns/turn-manager.ts', ''],
    ],
  },
  {
    rule: 'no-ambient-sources',
    passes: [
      ['src/main/turns/turn-service.ts', `const at = new Date(0)\nimport { createHash } from 'node:crypto'`],
      ['src/main/kernel/clock.ts', `const now = new Date()`],
    ],
    fails: [
      ['src/main/turns/turn-service.ts', `const now = new Date()`],
      ['src/main/turns/turn-service.ts', `import { randomUUID } from 'node:crypto'`],
      ['src/main/turns/turn-service.ts', `import { setTimeout as wait } from 'node:timers/promises'`],
    ],
  },
]

describe.each(cases)('$rule', ({ rule, passes, fails }) => {
  test.each(passes)('lets %s do %j', (file, source) => {
    expect(broken(file, source)).toEqual([])
  })
  test.each(fails)('refuses in %s: %j', (file, source) => {
    expect(broken(file, source)).toContain(rule)
  })
})
