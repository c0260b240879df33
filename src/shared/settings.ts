import { z } from 'zod'

/** Every setting. Times are milliseconds. */
export const settingsSchema = z.strictObject({
  language: z.enum(['system', 'en', 'zh-CN']),
  theme: z.enum(['system', 'light', 'dark']),
  notifications: z.boolean(),
  keepInTray: z.boolean(),
  /** Headless Turns that may run at once. */
  headlessLimit: z.number().int().min(1).max(64),
  /** Model steps that a Turn may take. */
  stepLimit: z.number().int().min(1).max(1000),
  /** A Turn without any event for so long fails TURN_STALLED. */
  stallMs: z.number().int().min(10_000).max(86_400_000),
  /** The same while a tool call is open. */
  toolStallMs: z.number().int().min(10_000).max(86_400_000),
  /** No Delivery starts; accepting goes on. */
  dispatchPaused: z.boolean(),
  openRequestsPerSender: z.number().int().min(1).max(10_000),
  openRequestsPerTarget: z.number().int().min(1).max(10_000),
  firstRunDone: z.boolean(),
  sampleLoaded: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>

export const settingsPatchSchema = settingsSchema.partial()
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  notifications: true,
  keepInTray: true,
  headlessLimit: 8,
  stepLimit: 50,
  stallMs: 600_000,
  toolStallMs: 3_600_000,
  dispatchPaused: false,
  openRequestsPerSender: 20,
  openRequestsPerTarget: 50,
  firstRunDone: false,
  sampleLoaded: false,
}
