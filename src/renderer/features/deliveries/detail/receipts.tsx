import { useTranslation } from 'react-i18next'
import type { DeliveryDetail } from '#shared/delivery.ts'
import { codeText } from '#renderer/ui/error-text.ts'
import { Mark, type MarkKind } from '#renderer/ui/mark.tsx'
import { useTimesIn } from '#renderer/ui/relative-time.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { type Receipt, type ReceiptDetail, type ReceiptState, receiptsOf } from './receipts-model.ts'

const marks: Record<ReceiptState, MarkKind> = {
  done: 'consumed',
  late: 'consumed',
  now: 'delivering',
  todo: 'idle',
  cut: 'cut',
  failed: 'failed',
  closed: 'closed',
}
const tones: Record<ReceiptState, string> = {
  done: '',
  late: '',
  now: 't-run',
  todo: '',
  cut: 't-cut',
  failed: 't-fail',
  closed: '',
}

export function Receipts({ detail }: { readonly detail: DeliveryDetail }) {
  return (
    <ol className="receipts dlv-receipts">
      {receiptsOf(detail).map((receipt) => (
        <ReceiptLine key={receipt.word} receipt={receipt} />
      ))}
    </ol>
  )
}

function ReceiptLine({ receipt }: { readonly receipt: Receipt }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const { word, state, at, detail, joint, gapMs } = receipt
  return (
    <li data-joint={joint} data-state={state} data-gap={gapMs !== null}>
      {gapMs === null ? null : <i className="gap">{times.duration(gapMs)}</i>}
      <Mark kind={marks[state]} />
      <span className="trunc">
        <span className={tones[state]}>{t(`receipt.${word}`)}</span>
        {detail === null ? null : (
          <em>
            <DetailWords detail={detail} />
          </em>
        )}
      </span>
      {at === null ? (
        <time />
      ) : (
        <time dateTime={new Date(at).toISOString()} title={times.exact(at)}>
          {times.precise(at)}
        </time>
      )}
    </li>
  )
}

function DetailWords({ detail }: { readonly detail: ReceiptDetail }) {
  const { t } = useTranslation('deliveries')
  const times = useTimesIn()
  const now = useNow()
  switch (detail.kind) {
    case 'asked':
      return (
        <>{t(detail.edited ? 'fact.askedEdited' : 'fact.asked', { time: times.precise(detail.at).slice(0, -4) })}</>
      )
    case 'place':
      return <>{t('fact.place', { seq: detail.seq })}</>
    case 'waited':
    case 'ran':
      return (
        <>
          {t(`fact.${detail.kind}`, {
            time: detail.ms < 1000 ? `<${times.duration(1000)}` : times.duration(detail.ms),
          })}
        </>
      )
    case 'running':
      return <>{t('fact.running', { time: times.short(detail.at, now) })}</>
    case 'nextTry':
      return <>{t('fact.nextTry', { time: times.clock(detail.at) })}</>
    case 'woke':
      return <>{t('fact.woke', { agent: detail.agent })}</>
    case 'code':
      return <span title={codeText(detail.code)}>{detail.code}</span>
    default:
      return <>{t(`fact.${detail.kind}`)}</>
  }
}
