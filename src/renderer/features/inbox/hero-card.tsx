import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { DiffText, useDiff } from '#renderer/ui/diff-text.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { Answers } from './answers.tsx'
import { Between } from './between.tsx'
import { OpenFacts, SettledFacts } from './facts.tsx'
import { type Note, notesLeft, takenOut } from './inbox-model.ts'
import { Letter, LookCount, useNotes } from './letter.tsx'
import { RouteHeader } from './route-header.tsx'
import { Terms } from './terms.tsx'
import { TextField } from './text-field.tsx'
import { LeftOver, Problem, SettledLine } from './told.tsx'
import { useAnswer } from './use-answer.ts'

type Props = { readonly approval: Approval; readonly onSettled: () => void }

/** The chosen approval, whole: who to whom, what is true there, the exact text, the terms, the answers. */
export function HeroCard({ approval, onSettled }: Props) {
  return (
    <article className="approval" data-approval={approval.id}>
      <div className="approval-in">
        <RouteHeader approval={approval} />
        {approval.state === 'pending' ? (
          <Open approval={approval} onSettled={onSettled} />
        ) : (
          <Settled approval={approval} />
        )}
        <Between approval={approval} />
      </div>
    </article>
  )
}

function Open({ approval, onSettled }: Props) {
  const { t, i18n } = useTranslation('inbox')
  const answering = useAnswer(approval, onSettled)
  // Each time of editing starts in the field.
  const [diffOf, setDiffOf] = useState<number | null>(null)
  const notes = useNotes(approval)
  const { mode, draft, setDraft, setMode } = answering
  const editing = mode === 'edit'
  const showsDiff = editing && diffOf === answering.edits
  const leftOver = approval.waiterLostAt !== null
  const left = editing ? notesLeft(notes, approval.text, draft) : notes
  const diff = useDiff(approval.text, draft, i18n.language)
  const takeOut = (note: Note): void => {
    setDraft(takenOut(editing ? draft : approval.text, note))
    setMode('edit')
  }
  return (
    <>
      <OpenFacts approval={approval} />
      <LeftOver approval={approval} />
      <Problem approval={approval} answering={answering} />
      <div className="letter-head">
        <h3>{editing ? t('text.yours') : t('text.exact')}</h3>
        {editing ? (
          <button type="button" className="link small" onClick={() => setDiffOf(showsDiff ? null : answering.edits)}>
            {showsDiff ? t('text.backToEditing') : t('text.seeChanges')}
          </button>
        ) : (
          <span className="dim3 small num">{t('text.characters', { count: [...approval.text].length })}</span>
        )}
        <LookCount count={left.length} edited={editing && notes.length > 0} />
      </div>
      {editing ? (
        <Letter approval={approval} text={draft} notes={left} onTakeOut={null} onEdit={null}>
          {showsDiff ? <DiffText parts={diff} /> : <TextField value={draft} onChange={setDraft} />}
        </Letter>
      ) : (
        <Letter
          approval={approval}
          text={approval.text}
          notes={notes}
          onTakeOut={leftOver ? null : takeOut}
          onEdit={leftOver ? null : () => setMode('edit')}
        />
      )}
      <Terms approval={approval} options={answering.options} onChange={answering.setOptions} />
      <Answers
        approval={approval}
        answering={answering}
        size="lg"
        says={leftOver ? t('answer.saysLeftOver') : t('answer.says')}
      />
    </>
  )
}

const views = ['changes', 'asAsked', 'asSent'] as const

function Settled({ approval }: { readonly approval: Approval }) {
  const { t, i18n } = useTranslation('inbox')
  const [view, setView] = useState<(typeof views)[number]>('changes')
  const { text, editedText } = approval
  const diff = useDiff(text, editedText ?? text, i18n.language)
  return (
    <>
      <SettledFacts approval={approval} />
      <SettledLine approval={approval} />
      <div className="letter-head">
        <h3>{editedText === null ? t('text.exact') : t('text.changed')}</h3>
        {editedText === null ? (
          <span className="dim3 small num">{t('text.characters', { count: [...text].length })}</span>
        ) : (
          <Segmented
            className="ms-auto"
            label={t('text.view')}
            value={view}
            options={views.map((value) => ({ value, label: t(`text.${value}`) }))}
            onChange={setView}
          />
        )}
      </div>
      <Letter
        approval={approval}
        text={view === 'asSent' ? (editedText ?? text) : text}
        notes={[]}
        onTakeOut={null}
        onEdit={null}
      >
        {editedText !== null && view === 'changes' ? <DiffText parts={diff} /> : undefined}
      </Letter>
    </>
  )
}
