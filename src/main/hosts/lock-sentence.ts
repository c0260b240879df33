import type { LockRefusal } from '../db/owner-lock.ts'

/** Why a data folder cannot be taken, for the person who started this. */
export function lockSentence(dataDir: string, { reason, owner, detail }: LockRefusal): string {
  if (reason === 'unusable') return `The data folder ${dataDir} cannot be used: ${detail}`
  if (owner === null) return `The data folder ${dataDir} is in use by another Session Relay. Quit that one first.`
  const what = hostNames[owner.host] ?? 'a web host'
  return (
    `The data folder ${dataDir} is in use by ${what} (process ${String(owner.pid)} on ${owner.machine}, since ${owner.since}). ` +
    'Quit that one first, or choose another folder with --data.'
  )
}

const hostNames: Readonly<Record<string, string>> = { desktop: 'the desktop app', command: 'a relay command' }
