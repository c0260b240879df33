import './inbox.css'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { escapeInvisible } from '#shared/invisible-characters.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { ExactText } from '#renderer/ui/exact-text.tsx'
import { Mark } from '#renderer/ui/mark.tsx'
import { Answers } from './answers.tsx'
import { HeroCard } from './hero-card.tsx'
import { useNotes } from './letter.tsx'
import { verbOf } from './route-header.tsx'
import { TextField } from './text-field.tsx'
import { Problem, SettledLine } from './told.tsx'
import { nameOf, useAnswer } from './use-answer.ts'

type Props = {
  readonly approval: Approval
  /** `inline`: in the conversation that asks, as its last thing. */
  readonly variant: 'inline' | 'hero'
  readonly onSettled?: () => void
}

/** One approval, with its answers. Another approval is another card: give it the id as key. */
export function ApprovalCard({ approval, variant, onSettled = nothing }: Props) {
  return variant === 'hero' ? (
    <HeroCard key={approval.id} approval={approval} onSettled={onSettled} />
  ) : (
    <InlineCard key={approval.id} approval={approval} onSettled={onSettled} />
  )
}

function nothing(): void {}

function InlineCard({ approval, onSettled }: { readonly approval: Approval; readonly onSettled: () => void }) {
  const { t } = useTranslation('inbox')
  const answering = useAnswer(approval, onSettled)
  const notes = useNotes(approval)
  const { sender, target } = approval
  const name = escapeInvisible(nameOf(target, approval.title, t('newSession')))
  const wakes = answering.options.onResult === 'wake'
  return (
    <section className="inline-ask" data-approval={approval.id} aria-label={t('approval')}>
      <header>
        <Mark kind="you" />
        <AgentTile name={sender.agentName} emoji={approval.senderEmoji} size={18} />
        <b>{escapeInvisible(sender.agentName)}</b>
        <span className="dim nowrap">{t(verbOf(approval))}</span>
        <AgentTile name={target.agentName} emoji={target.agentEmoji} size={18} />
        <b className="trunc">{name}</b>
        <span className="grow" />
        {notes.length === 0 ? null : (
          <a className="state t-you small" href={hrefOf('inbox', approval.id)} title={t('answer.inInbox')}>
            <TriangleAlert size={14} strokeWidth={1.7} aria-hidden />
            {t('text.look', { count: notes.length })}
          </a>
        )}
      </header>
      <div className="inline-text">
        {answering.mode === 'edit' ? (
          <TextField value={answering.draft} onChange={answering.setDraft} />
        ) : (
          <ExactText text={approval.text} marks={notes.flatMap(({ ranges }) => ranges)} />
        )}
      </div>
      <div className="px-3.5">
        <Problem approval={approval} answering={answering} />
      </div>
      {approval.state === 'pending' ? (
        <Answers
          approval={approval}
          answering={answering}
          size="md"
          {...(approval.replyPolicy === 'none'
            ? {}
            : { says: wakes ? t('answer.resultWakes', { session: sender.sessionName }) : t('answer.resultComes') })}
        />
      ) : (
        <div className="px-3.5 pb-3">
          <SettledLine approval={approval} />
        </div>
      )}
    </section>
  )
}
