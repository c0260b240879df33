import {
  defaultSettings,
  type Settings,
  type SettingsPatch,
  settingsPatchSchema,
  settingsSchema,
} from '#shared/settings.ts'
import type { Db } from '../db/open-database.ts'
import { writeTx } from '../db/write-tx.ts'
import type { SettingsStore } from './settings-store.ts'

type SettingsDeps = {
  readonly db: Db
  readonly store: SettingsStore
  /** Called after a change has been committed. */
  readonly onChanged: (settings: Settings) => void
}

/** Owns the settings and their one copy in memory. Not secrets, and nothing that belongs to one window. */
export class SettingsService {
  readonly #deps: SettingsDeps
  #current: Settings

  constructor(deps: SettingsDeps) {
    this.#deps = deps
    this.#current = parseStored(deps.store.read())
  }

  get(): Settings {
    return this.#current
  }

  /** Changes what `patch` names, and answers all settings. Keys that are absent or undefined stay as they are. */
  update(patch: SettingsPatch): Settings {
    const { db, store, onChanged } = this.#deps
    const before = this.#current
    const named = Object.entries(settingsPatchSchema.parse(patch)).filter(([, value]) => value !== undefined)
    const next = settingsSchema.parse({ ...before, ...Object.fromEntries(named) })
    const changed = settingsSchema.keyof().options.filter((key) => next[key] !== before[key])
    if (changed.length === 0) return before
    writeTx(db, (tx) => {
      for (const key of changed) {
        if (next[key] === defaultSettings[key]) store.removeTx(tx, key)
        else store.putTx(tx, key, next[key])
      }
      tx.afterCommit(() => {
        this.#current = next
        onChanged(next)
      })
    })
    return next
  }
}

/** A stored value that this version can't take, perhaps a newer version's, counts as its default and stays stored. */
function parseStored(stored: ReadonlyMap<string, unknown>): Settings {
  const readable = [...stored].filter(([key, value]) => settingsPatchSchema.safeParse({ [key]: value }).success)
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(readable) })
}
