import { Eye, EyeOff, KeyRound, Link2, Moon, Radio, Repeat2, Rows3, Scroll, TriangleAlert } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { ExactText } from '#renderer/ui/exact-text.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Note, notesOf, stacked } from './inbox-model.ts'
import { nameOf } from './use-answer.ts'

const GAP = 10

type Props = {
  readonly approval: Approval
  readonly text: string
  readonly notes: readonly Note[]
  /** null where nothing can be changed any more. */
  readonly onTakeOut: ((note: Note) => void) | null
  readonly onEdit: (() => void) | null
  /** Drawn instead of the text, such as the field or a difference. */
  readonly children?: ReactNode
}

/** The exact text on its paper, and beside it each thing to look at, tied to its line. */
export function Letter({ approval, text, notes, onTakeOut, onEdit, children }: Props) {
  const marks = useMemo(() => notes.flatMap(({ ranges }) => ranges), [notes])
  const box = useRef<HTMLDivElement>(null)
  const [tops, setTops] = useState<readonly number[]>([])
  useLayoutEffect(() => {
    const letter = box.current
    if (letter === null) return
    const place = (): void => {
      const paper = letter.getBoundingClientRect().top
      let mark = 0
      const wanted = [...letter.querySelectorAll<HTMLElement>('.note')].map((note, index) => {
        const ranges = notes[index]?.ranges.length ?? 0
        const marked = ranges === 0 ? null : letter.querySelector(`[data-mark="${mark}"]`)
        mark += ranges
        return { top: marked === null ? 15 : marked.getBoundingClientRect().top - paper, height: note.offsetHeight }
      })
      const placed = stacked(wanted, GAP)
      setTops((before) => (same(before, placed) ? before : placed))
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(letter)
    return () => watch.disconnect()
  }, [notes, text, children])
  return (
    <div ref={box} className="letter">
      <div className="paper" dir="auto">
        {children ?? <ExactText text={text} marks={marks} />}
      </div>
      <div className="notes">
        {notes.map((note, index) => (
          <NoteView
            key={note.key}
            note={note}
            approval={approval}
            top={tops[index] ?? 15}
            onTakeOut={onTakeOut}
            onEdit={onEdit}
          />
        ))}
      </div>
    </div>
  )
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index])
}

const icons: Record<Note['warning']['kind'], ReactNode> = {
  secret: <KeyRound />,
  invisible: <EyeOff />,
  link: <Link2 />,
  large: <Scroll />,
  dormant: <Moon />,
  running: <Eye />,
  queue: <Rows3 />,
  channel: <Radio />,
  repeat: <Repeat2 />,
}

type NoteProps = {
  readonly note: Note
  readonly approval: Approval
  readonly top: number
  readonly onTakeOut: ((note: Note) => void) | null
  readonly onEdit: (() => void) | null
}

function NoteView({ note, approval, top, onTakeOut, onEdit }: NoteProps) {
  const { title, says } = useNoteWords(note, approval)
  return (
    <aside className="note" style={{ top }}>
      {icons[note.warning.kind]}
      <b>{title}</b>
      <span>{says} </span>
      <Fix note={note} approval={approval} onTakeOut={onTakeOut} onEdit={onEdit} />
    </aside>
  )
}

function useNoteWords(
  { warning, ranges }: Note,
  approval: Approval,
): { readonly title: string; readonly says: string } {
  const { t } = useTranslation('inbox')
  const times = useTimesIn()
  const now = useNow()
  const session = nameOf(approval.target, approval.title, t('newSession'))
  switch (warning.kind) {
    case 'secret':
      return { title: t('note.secret'), says: t('note.secretSays', { name: warning.name, session }) }
    case 'invisible':
      return { title: t('note.invisible', { count: ranges.length }), says: t('note.invisibleSays') }
    case 'link':
      return { title: t('note.link'), says: t('note.linkSays', { shown: warning.shown, leadsTo: warning.leadsTo }) }
    case 'large':
      return { title: t('note.large'), says: t('note.largeSays', { size: Math.round(warning.bytes / 1024), session }) }
    case 'dormant':
      return { title: t('note.dormant', { date: times.day(warning.lastActivityAt, now) }), says: t('note.dormantSays') }
    case 'running':
      return { title: t('note.running'), says: t('note.runningSays') }
    case 'queue':
      return { title: t('note.queue', { count: warning.waiting }), says: t('note.queueSays') }
    case 'channel':
      return { title: t('note.channel'), says: t('note.channelSays') }
    case 'repeat':
      return { title: t('note.repeat'), says: t('note.repeatSays') }
  }
}

/** The one thing that helps. */
function Fix({ note, approval, onTakeOut, onEdit }: Omit<NoteProps, 'top'>) {
  const { t } = useTranslation('inbox')
  const { warning } = note
  const target = approval.target.sessionId
  switch (warning.kind) {
    case 'secret':
    case 'invisible':
      return onTakeOut === null ? null : (
        <button type="button" className="link" onClick={() => onTakeOut(note)}>
          {t('note.takeOut')}
        </button>
      )
    case 'link':
    case 'large':
      return onEdit === null ? null : (
        <button type="button" className="link" onClick={onEdit}>
          {t('note.editIt')}
        </button>
      )
    case 'dormant':
    case 'running':
    case 'queue':
    case 'channel':
      return target === null ? null : (
        <a className="link" href={hrefOf('sessions', target)}>
          {warning.kind === 'dormant' ? t('note.readFirst') : t('note.seeIt')}
        </a>
      )
    case 'repeat':
      return (
        <a className="link" href={hrefOf('deliveries', warning.requestId)}>
          {t('note.openIt')}
        </a>
      )
  }
}

/** How many things there are to look at, above the text, since a long one scrolls. */
export function LookCount({ count, edited }: { readonly count: number; readonly edited: boolean }) {
  const { t } = useTranslation('inbox')
  if (count === 0) return edited ? <span className="look dim3">{t('text.nothingOdd')}</span> : null
  return (
    <span className="look">
      <TriangleAlert size={14} strokeWidth={1.7} aria-hidden />
      {t('text.look', { count })}
    </span>
  )
}

export function useNotes(approval: Approval): readonly Note[] {
  return useMemo(() => notesOf(approval.warnings), [approval.warnings])
}
