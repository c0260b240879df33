import type { SessionRow } from '#shared/session.ts'

/** Sessions of one Agent, by its id; of no Agent, by ''. */
export type Group = string
export const ORPHANS: Group = ''

/** One answer of `sessions.list`, and the group that it was asked for; null where it holds everybody's. */
export type SessionPage = {
  readonly group: Group | null
  readonly rows: readonly SessionRow[]
  readonly nextCursor: string | null
  readonly total: number
}

export type GroupName = 'pinned' | 'today' | 'yesterday' | 'earlier'

export type ListEntry =
  | { readonly kind: 'group'; readonly key: string; readonly name: GroupName }
  | {
      readonly kind: 'agent'
      readonly key: string
      readonly group: Group
      readonly total: number
      readonly closed: boolean
    }
  | { readonly kind: 'session'; readonly key: string; readonly row: SessionRow }

/** Not active for so long, an idle Session counts as dormant. */
const DORMANT_AFTER_MS = 7 * 86_400_000

/** The list's one order: pinned rows (newest pin first), then the latest activity; ids part ties. */
export function compareRows(a: SessionRow, b: SessionRow): number {
  if ((a.pinnedAt === null) !== (b.pinnedAt === null)) return a.pinnedAt === null ? 1 : -1
  const by = a.pinnedAt !== null && b.pinnedAt !== null ? b.pinnedAt - a.pinnedAt : b.lastActivityAt - a.lastActivityAt
  if (by !== 0) return by
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1
}

/**
 * Puts the newest state of one Session into the pages that are loaded, at its place in the order. A row that belongs
 * after the last loaded one while more can be loaded is left to the page that will bring it.
 */
export function putRow(pages: readonly SessionPage[], row: SessionRow): readonly SessionPage[] {
  const holder = pages.find((page) => page.rows.some((other) => other.id === row.id))
  const stays = holder !== undefined && isOf(holder, row)
  const kept = stays ? dropRow(pages, row.id) : removeRow(pages, row.id)
  const mine = kept.flatMap((page, index) => (isOf(page, row) ? [index] : []))
  const last = mine.at(-1)
  // Where all is loaded an unknown row is a new one; else it may be one that the total counts already.
  const isNew = !stays && last !== undefined && kept[last]?.nextCursor === null
  const rest = isNew ? kept.map((page) => (isOf(page, row) ? { ...page, total: page.total + 1 } : page)) : kept
  if (last === undefined) return holder === undefined ? pages : rest
  const home = mine.find((index) => rest[index]?.rows.some((other) => compareRows(row, other) < 0))
  if (home === undefined && rest[last]?.nextCursor !== null) return rest
  return rest.map((page, index) => {
    if (index !== (home ?? last)) return page
    const at = page.rows.findIndex((other) => compareRows(row, other) < 0)
    const rows = at === -1 ? [...page.rows, row] : [...page.rows.slice(0, at), row, ...page.rows.slice(at)]
    return { ...page, rows }
  })
}

function isOf(page: SessionPage, row: SessionRow): boolean {
  return page.group === null || page.group === groupOf(row)
}

/** The same pages with a total that was read anew. */
export function withTotal(pages: readonly SessionPage[], total: number): readonly SessionPage[] {
  return pages.at(-1)?.total === total ? pages : pages.map((page) => ({ ...page, total }))
}

/** Takes a Session out of the loaded pages; totals stay, since `putRow` may put it back. */
function dropRow(pages: readonly SessionPage[], id: string): readonly SessionPage[] {
  return pages.map((page) =>
    page.rows.some((row) => row.id === id) ? { ...page, rows: page.rows.filter((row) => row.id !== id) } : page,
  )
}

/** Takes a Session that is gone, trashed or restored out of the loaded pages. */
export function removeRow(pages: readonly SessionPage[], id: string): readonly SessionPage[] {
  const holder = pages.find((page) => page.rows.some((row) => row.id === id))
  if (holder === undefined) return pages
  return dropRow(pages, id).map((page) => (page.group === holder.group ? { ...page, total: page.total - 1 } : page))
}

/** Every loaded row once, in order. A row that moved between two pages while they were read would come twice. */
export function rowsOf(pages: readonly SessionPage[]): readonly SessionRow[] {
  const seen = new Set<string>()
  return pages.flatMap((page) => page.rows.filter((row) => !seen.has(row.id) && seen.add(row.id) !== undefined))
}

/**
 * The order to draw while a pointer is over the list: what is drawn stays where it is, whatever became of it; what is
 * gone leaves; only rows after the last drawn one (the next page) are added. The others come when the pointer leaves.
 */
export function heldRows(drawn: readonly string[], rows: readonly SessionRow[]): readonly SessionRow[] {
  if (drawn.length === 0) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = drawn.flatMap((id) => byId.get(id) ?? [])
  const held = new Set(drawn)
  let end = -1
  for (const [index, row] of rows.entries()) if (held.has(row.id)) end = index
  const next = rows.slice(end + 1).filter((row) => !held.has(row.id))
  return [...kept, ...next]
}

/** Rows under the headings of their day. The first heading is left out where it would only say "today". */
export function entriesByDay(rows: readonly SessionRow[], now: number): readonly ListEntry[] {
  const today = startOfDay(now)
  const yesterday = startOfDay(today - 1)
  const entries: ListEntry[] = []
  let open: GroupName | null = null
  for (const row of rows) {
    const name = row.pinnedAt !== null ? 'pinned' : dayOf(row.lastActivityAt, today, yesterday)
    if (name !== open && !(open === null && name === 'today')) {
      // A held row may stand among those of another day: its heading is not drawn twice.
      const key = `group:${name}`
      if (!entries.some((entry) => entry.key === key)) entries.push({ kind: 'group', key, name })
    }
    open = name
    entries.push({ kind: 'session', key: row.id, row })
  }
  return entries
}

export type GroupHead = { readonly group: Group; readonly total: number; readonly closed: boolean }

/**
 * Rows under their Agent. Pages come group after group, so the headings end at the first group that is not read to
 * its end: nothing that is loaded later then comes above what is shown. A group without Sessions has no heading.
 */
export function entriesByAgent(heads: readonly GroupHead[], pages: readonly SessionPage[]): readonly ListEntry[] {
  const entries: ListEntry[] = []
  const seen = new Set<string>()
  for (const { group, total, closed } of heads) {
    const mine = closed ? [] : pages.filter((page) => page.group === group)
    const last = mine.at(-1)
    if (!closed && last === undefined) break
    const count = last?.total ?? total
    if (count > 0) entries.push({ kind: 'agent', key: `agent:${group}`, group, total: count, closed })
    for (const row of mine.flatMap((page) => page.rows)) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      entries.push({ kind: 'session', key: row.id, row })
    }
    if (last != null && last.nextCursor !== null) break
  }
  return entries
}

function groupOf(row: SessionRow): Group {
  return row.agentId ?? ORPHANS
}

/** What a row's mark says; `dormant` is an idle row that nobody used for a week. */
export type RowMark = SessionRow['mark'] | 'dormant'

export function markOf(row: SessionRow, now: number): RowMark {
  return row.mark === 'idle' && now - row.lastActivityAt >= DORMANT_AFTER_MS ? 'dormant' : row.mark
}

export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / 86_400_000))
}

function dayOf(at: number, today: number, yesterday: number): GroupName {
  return at >= today ? 'today' : at >= yesterday ? 'yesterday' : 'earlier'
}

/** Midnight in the person's own time zone; also right on the days that the clocks change. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
