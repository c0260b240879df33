import type { agents as en } from '../en/agents.ts'
import type { Same } from '../same.ts'

export const agents: Same<typeof en> = {}
