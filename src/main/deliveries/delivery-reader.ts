import type { DeliveryKind, DeliveryStatus, Envelope, Outcome, ReplyPolicy } from '#shared/delivery.ts'
import { codedErrorSchema, type CodedError } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Db } from '../db/open-database.ts'
import { decodeCursor, encodeCursor, type Keyset } from '../kernel/keyset-cursor.ts'
import { contentWindow } from './content-window.ts'
import { type EnvelopeSource, toEnvelope } from './envelope.ts'

export type DeliveryQuery = {
  readonly direction: 'incoming' | 'outgoing'
  /** That request and its result, whatever the direction. */
  readonly requestId: string | null
  readonly status: DeliveryStatus | null
  readonly limit: number
  readonly cursor: string | null
  /** Code points, for every row of the answer. */
  readonly contentOffset: number
}

/** A Delivery in the form of the tools. Lengths and offsets count code points. */
export type ReadDelivery = {
  readonly id: string
  readonly envelope: Envelope
  readonly content: string
  readonly contentLength: number
  readonly nextContentOffset: number | null
}
export type DeliveryPage = { readonly deliveries: ReadDelivery[]; readonly nextCursor: string | null }

/** What a Session may read of the Deliveries: those that it holds or sent, newest first. Reads only. */
export interface DeliveryReader {
  read(callerSessionId: string, query: DeliveryQuery): Result<DeliveryPage, CodedError>
}

const CONTENT_LENGTH = 32_768
const MAX_ANSWER_BYTES = 1024 * 1024
/** The braces, the keys and the cursor around the rows. */
const FRAME_BYTES = 1024
const NEWEST: Keyset = { at: Number.MAX_SAFE_INTEGER, id: '' }

export function createDeliveryReader({ sqlite }: Pick<Db, 'sqlite'>): DeliveryReader {
  const incoming = sqlite.prepare<Parameters, Row>(
    readSql('deliveries d INDEXED BY deliveries_receiver', 'd.receiver_session_id = @self'),
  )
  const outgoing = sqlite.prepare<Parameters, Row>(
    readSql('deliveries d INDEXED BY deliveries_sender', 'd.sender_session_id = @self'),
  )
  const byRequest = sqlite.prepare<Parameters, Row>(
    readSql(
      'deliveries d',
      `d.id IN (SELECT @requestId UNION ALL SELECT id FROM deliveries WHERE in_reply_to = @requestId)
        AND (d.receiver_session_id = @self OR d.sender_session_id = @self)`,
    ),
  )

  return {
    read(callerSessionId, { direction, requestId, status, limit, cursor, contentOffset }) {
      const list = requestId === null ? [direction] : ['request', requestId]
      const scope = JSON.stringify(['session_deliveries', callerSessionId, list, status])
      const after = cursor === null ? NEWEST : decodeCursor(scope, cursor)
      if (after === null) return err({ code: 'INVALID_CURSOR', message: 'This cursor is not one of this list.' })
      const statement = requestId !== null ? byRequest : direction === 'incoming' ? incoming : outgoing
      const rows = statement.iterate({
        self: callerSessionId,
        requestId: requestId ?? '',
        status,
        at: after.at,
        id: after.id,
        limit: limit + 1,
      })
      return ok(fillPage(rows, { limit, contentOffset, scope }))
    },
  }
}

/** Takes rows until the limit or the size of an answer is reached; row by row, so that no more texts are read than shown. */
function fillPage(
  rows: Iterable<Row>,
  { limit, contentOffset, scope }: { limit: number; contentOffset: number; scope: string },
): DeliveryPage {
  const deliveries: ReadDelivery[] = []
  let last: Keyset | null = null
  let bytes = FRAME_BYTES
  for (const row of rows) {
    if (deliveries.length === limit) return { deliveries, nextCursor: last === null ? null : encodeCursor(scope, last) }
    const delivery = toRead(row, contentOffset)
    bytes += Buffer.byteLength(JSON.stringify(delivery)) + 1
    if (last !== null && bytes > MAX_ANSWER_BYTES) return { deliveries, nextCursor: encodeCursor(scope, last) }
    deliveries.push(delivery)
    last = { at: row.acceptedAt, id: row.id }
  }
  return { deliveries, nextCursor: null }
}

type Parameters = {
  self: string
  requestId: string
  status: DeliveryStatus | null
  at: number
  id: string
  limit: number
}
type Row = Omit<EnvelopeSource, 'kind' | 'sender' | 'receiver' | 'error' | 'held' | 'outcome' | 'replyPolicy'> & {
  id: string
  kind: DeliveryKind
  senderAgentName: string
  senderSessionName: string
  receiverAgentName: string
  receiverSessionName: string
  replyPolicy: ReplyPolicy
  outcome: Outcome | null
  errorCode: string | null
  errorMessage: string | null
  held: 0 | 1
  text: string | null
  resultAcceptedAt: number | null
  resultSeenAt: number | null
}

function readSql(from: string, filter: string): string {
  return `
    SELECT d.id, d.kind, d.sender_agent_id AS senderAgentId, d.sender_session_id AS senderSessionId,
      d.sender_agent_name AS senderAgentName, d.sender_session_name AS senderSessionName,
      d.receiver_agent_id AS receiverAgentId, d.receiver_session_id AS receiverSessionId,
      d.receiver_agent_name AS receiverAgentName, d.receiver_session_name AS receiverSessionName,
      d.reply_policy AS replyPolicy, d.status, d.outcome, d.error_code AS errorCode, d.error_message AS errorMessage,
      d.source_message_id AS sourceMessageId, d.in_reply_to AS inReplyTo, d.turn_id AS turnId, d.trace_id AS traceId,
      d.hop, d.retry_of AS retryOf, d.expires_at AS expiresAt, d.held, d.accepted_at AS acceptedAt,
      d.started_at AS startedAt, d.finished_at AS finishedAt, d.seen_at AS seenAt, d.status_at AS statusAt,
      m.text, r.accepted_at AS resultAcceptedAt, r.seen_at AS resultSeenAt
    FROM ${from}
    LEFT JOIN messages m ON m.id = d.message_id
    LEFT JOIN deliveries r ON r.in_reply_to = d.id
    WHERE ${filter} AND (@status IS NULL OR d.status = @status) AND (d.accepted_at, d.id) < (@at, @id)
    ORDER BY d.accepted_at DESC, d.id DESC
    LIMIT @limit`
}

function toRead(row: Row, contentOffset: number): ReadDelivery {
  const { content, length, next } = contentWindow(row.text ?? '', contentOffset, CONTENT_LENGTH)
  const source: EnvelopeSource = {
    ...row,
    sender: { agentName: row.senderAgentName, sessionName: row.senderSessionName },
    receiver: { agentName: row.receiverAgentName, sessionName: row.receiverSessionName },
    error:
      row.errorCode === null ? null : codedErrorSchema.parse({ code: row.errorCode, message: row.errorMessage ?? '' }),
    held: row.held === 1,
  }
  const result = row.resultAcceptedAt === null ? null : { acceptedAt: row.resultAcceptedAt, seenAt: row.resultSeenAt }
  return { id: row.id, envelope: toEnvelope(source, result), content, contentLength: length, nextContentOffset: next }
}
