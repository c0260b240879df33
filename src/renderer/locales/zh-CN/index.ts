import { agents } from './agents.ts'
import { deliveries } from './deliveries.ts'
import { errors } from './errors.ts'
import { firstRun } from './first-run.ts'
import { frame } from './frame.ts'
import { inbox } from './inbox.ts'
import { map } from './map.ts'
import { recovery } from './recovery.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { ui } from './ui.ts'

/** One namespace a feature. */
export const zhCN = { agents, deliveries, errors, firstRun, frame, inbox, map, recovery, sessions, settings, ui }
