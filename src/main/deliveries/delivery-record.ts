import type { Delivery } from '#shared/delivery.ts'
import { errorCodeSchema, type CodedError } from '#shared/errors.ts'
import type { deliveries } from '../db/schema/index.ts'

type DeliveryRow = typeof deliveries.$inferSelect

/** A Delivery as its store keeps it: what screens see and what only we need. */
export type DeliveryRecord = Delivery & {
  readonly idempotencyKey: string | null
  readonly argumentHash: string | null
  /** On a request: what its result is to do. */
  readonly onResult: 'wake' | 'keep'
}

export function toRecord(row: DeliveryRow): DeliveryRecord {
  const {
    senderAgentName,
    senderSessionName,
    receiverAgentName,
    receiverSessionName,
    errorCode,
    errorMessage,
    lastErrorCode,
    lastErrorMessage,
    ...rest
  } = row
  return {
    ...rest,
    sender: { agentName: senderAgentName, sessionName: senderSessionName },
    receiver: { agentName: receiverAgentName, sessionName: receiverSessionName },
    error: coded(errorCode, errorMessage),
    lastError: coded(lastErrorCode, lastErrorMessage),
  }
}

export function toRow(record: DeliveryRecord): DeliveryRow {
  const { sender, receiver, error, lastError, ...rest } = record
  return {
    ...rest,
    senderAgentName: sender.agentName,
    senderSessionName: sender.sessionName,
    receiverAgentName: receiver.agentName,
    receiverSessionName: receiver.sessionName,
    errorCode: error?.code ?? null,
    errorMessage: error?.message ?? null,
    lastErrorCode: lastError?.code ?? null,
    lastErrorMessage: lastError?.message ?? null,
  }
}

function coded(code: string | null, message: string | null): CodedError | null {
  return code === null ? null : { code: errorCodeSchema.parse(code), message: message ?? '' }
}
