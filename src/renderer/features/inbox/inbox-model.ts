import type { Approval } from '#shared/approval.ts'
import { findInvisible } from '#shared/invisible-characters.ts'
import { type Range, without } from '#renderer/ui/text-pieces.ts'

/** Open approvals in the order of the list: those that somebody waits for, then the left-over ones, oldest first. */
export function openOrder(approvals: readonly Approval[]): {
  readonly waiting: readonly Approval[]
  readonly leftOver: readonly Approval[]
} {
  const oldestFirst = approvals.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return {
    waiting: oldestFirst.filter((each) => each.waiterLostAt === null),
    leftOver: oldestFirst.filter((each) => each.waiterLostAt !== null),
  }
}

export type How = 'edited' | 'denied' | 'turnStopped' | 'notSent' | 'expired' | 'letGo'

/** What became of a settled approval, where that is more than a plain yes. */
export function howOf({ state, editedText, error, waiterLostAt }: Approval): How | null {
  switch (state) {
    case 'approved':
      return editedText === null ? null : 'edited'
    case 'denied':
      return waiterLostAt === null ? 'denied' : 'letGo'
    case 'cancelled':
      return error === null || error.code === 'CANCELLED' ? 'turnStopped' : 'notSent'
    case 'expired':
      return 'expired'
    case 'pending':
      return null
  }
}

/** A thing to look at, several hidden characters as one. `ranges` are where it stands in the text, in code points. */
export type Note = {
  readonly key: string
  readonly warning: Approval['warnings'][number]
  readonly ranges: readonly Range[]
}

export function notesOf(warnings: Approval['warnings']): readonly Note[] {
  const notes: Note[] = []
  const hidden: Range[] = []
  let firstHidden: Approval['warnings'][number] | null = null
  for (const [index, warning] of warnings.entries()) {
    if (warning.kind === 'invisible') {
      firstHidden ??= warning
      hidden.push(warning)
      continue
    }
    const ranges =
      warning.kind === 'secret' || warning.kind === 'link' ? [{ start: warning.start, end: warning.end }] : []
    notes.push({ key: `${warning.kind} ${index}`, warning, ranges })
  }
  if (firstHidden !== null) notes.push({ key: 'invisible', warning: firstHidden, ranges: hidden })
  const place = ({ ranges }: Note): number => ranges[0]?.start ?? -1
  return notes.toSorted((a, b) => place(a) - place(b))
}

/** The text without all that a note points at. */
export function takenOut(text: string, { ranges }: Note): string {
  return ranges.toSorted((a, b) => b.start - a.start).reduce(without, text)
}

/** What of the notes is still there in an edited text. What says something of the target stays true. */
export function notesLeft(notes: readonly Note[], text: string, edited: string): readonly Note[] {
  const points = [...text]
  return notes.filter(({ warning, ranges }) => {
    if (warning.kind === 'invisible') return findInvisible(edited).length > 0
    return ranges.every(({ start, end }) => edited.includes(points.slice(start, end).join('')))
  })
}

/** Where the notes stand beside the text: each at its line, none over another. All in px. */
export function stacked(
  wanted: readonly { readonly top: number; readonly height: number }[],
  gap: number,
): readonly number[] {
  let free = Number.NEGATIVE_INFINITY
  return wanted.map(({ top, height }) => {
    const at = Math.max(top, free)
    free = at + height + gap
    return at
  })
}
