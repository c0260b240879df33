import type { recovery as en } from '../en/recovery.ts'
import type { Same } from '../same.ts'

export const recovery: Same<typeof en> = {}
