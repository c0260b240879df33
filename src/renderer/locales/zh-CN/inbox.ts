import type { inbox as en } from '../en/inbox.ts'
import type { Same } from '../same.ts'

export const inbox: Same<typeof en> = {}
