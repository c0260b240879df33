import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { backupPath } from './backup.ts'

/** Good starts after which the copy from before a migration goes. */
const GOOD_STARTS = 2

const noteSchema = z.object({ name: z.string(), goodStarts: z.number().int() })
type Note = z.infer<typeof noteSchema>

/** Remembers which backup was made for a migration; good starts count from here. */
export function noteMigrationBackup(dir: string, name: string): void {
  writeNotes(dir, [...readNotes(dir), { name, goodStarts: 0 }])
}

/** Counts a start that found the store in order, and removes the backups that are no longer wanted. */
export function countGoodStart(dir: string): void {
  const notes = readNotes(dir)
  if (notes.length === 0) return
  const counted = notes.map((note) => ({ ...note, goodStarts: note.goodStarts + 1 }))
  for (const { name, goodStarts } of counted) {
    const path = goodStarts < GOOD_STARTS ? null : backupPath(dir, name)
    if (path !== null) rmSync(path, { force: true })
  }
  writeNotes(
    dir,
    counted.filter((note) => note.goodStarts < GOOD_STARTS),
  )
}

function readNotes(dir: string): Note[] {
  try {
    return z.array(noteSchema).parse(JSON.parse(readFileSync(notePath(dir), 'utf8')))
  } catch {
    // Without the note a backup stays for longer than it must, which harms nobody.
    return []
  }
}

function writeNotes(dir: string, notes: readonly Note[]): void {
  if (notes.length === 0) rmSync(notePath(dir), { force: true })
  else writeFileSync(notePath(dir), JSON.stringify(notes))
}

function notePath(dir: string): string {
  return join(dir, 'migration-backups.json')
}
