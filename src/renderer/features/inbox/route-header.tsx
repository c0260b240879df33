import { useTranslation } from 'react-i18next'
import type { Approval } from '#shared/approval.ts'
import { escapeInvisible } from '#shared/invisible-characters.ts'
import { hrefOf } from '#renderer/app/router.ts'
import { AgentTile } from '#renderer/ui/agent-tile.tsx'
import { nameOf } from './use-answer.ts'

/** Who, wire, whom: the sentence of the approval. Solid asks, dashed answers. */
export function RouteHeader({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('inbox')
  const { sender, target, replyPolicy, title } = approval
  const name = escapeInvisible(nameOf(target, title, t('newSession')))
  return (
    <header className="route">
      <div className="end-pt">
        <AgentTile name={sender.agentName} emoji={approval.senderEmoji} size={36} />
        <h2>{escapeInvisible(sender.agentName)}</h2>
        <p className="trunc">
          {t('route.in')}{' '}
          <a className="link" href={hrefOf('sessions', approval.senderSessionId)}>
            {escapeInvisible(sender.sessionName)}
          </a>
        </p>
      </div>
      <div className="wire">
        <span>{t(verbOf(approval))}</span>
        <svg viewBox="0 0 208 22" preserveAspectRatio="none" aria-hidden>
          <path d="M2 6h203" vectorEffect="non-scaling-stroke" />
          <path d="m200 1.5 5 4.5-5 4.5" vectorEffect="non-scaling-stroke" />
          {replyPolicy === 'none' ? null : (
            <g opacity=".55">
              <path d="M206 16H3" strokeDasharray="4 4" vectorEffect="non-scaling-stroke" />
              <path d="m8 11.5-5 4.5 5 4.5" vectorEffect="non-scaling-stroke" />
            </g>
          )}
        </svg>
        <span>{replyPolicy === 'none' ? t('route.noResult') : t('route.resultComes')}</span>
      </div>
      <div className="end-pt">
        <AgentTile name={target.agentName} emoji={target.agentEmoji} size={36} />
        <h2>
          {target.sessionId === null ? (
            name
          ) : (
            <a className="hover:underline" href={hrefOf('sessions', target.sessionId)}>
              {name}
            </a>
          )}
        </h2>
        <p className="trunc">
          {t('route.sessionOf', { agent: escapeInvisible(target.agentName) })}
          {target.workspace === '' ? null : (
            <>
              <span className="sep"> · </span>
              <span className="mono" title={target.workspace}>
                {endOf(target.workspace)}
              </span>
            </>
          )}
        </p>
      </div>
    </header>
  )
}

/** What the sender wants, or wanted, in the words on the wire. */
export function verbOf({ tool, state, waiterLostAt }: Approval) {
  if (state === 'approved') return 'route.sent'
  const wanted = state !== 'pending' || waiterLostAt !== null
  if (tool === 'session_create') return wanted ? 'route.wantedToStart' : 'route.wantsToStart'
  return wanted ? 'route.wantedToSend' : 'route.wantsToSend'
}

const LONGEST = 34

/** The end of a path, which tells folders apart. */
function endOf(path: string): string {
  return path.length > LONGEST ? `…${path.slice(-LONGEST)}` : path
}
