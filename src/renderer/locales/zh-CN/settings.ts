import type { settings as en } from '../en/settings.ts'
import type { Same } from '../same.ts'

export const settings: Same<typeof en> = {}
