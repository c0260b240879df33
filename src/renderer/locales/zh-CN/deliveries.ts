import type { deliveries as en } from '../en/deliveries.ts'
import type { Same } from '../same.ts'

export const deliveries: Same<typeof en> = {}
