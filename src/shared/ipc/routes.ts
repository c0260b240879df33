import { z } from 'zod'
import { agentDraftSchema, agentTestSchema, agentViewSchema, reachSchema } from '../agent.ts'
import {
  approvalAnswerSchema,
  approvalDecisionSchema,
  approvalFilterSchema,
  approvalOptionsSchema,
  approvalSchema,
} from '../approval.ts'
import { auditEntrySchema, auditReportSchema, deliveryExportSchema } from '../audit.ts'
import { deliveryDetailSchema, deliveryFilterSchema, deliveryRowSchema } from '../delivery.ts'
import { deliveryMapQuerySchema, deliveryMapSchema } from '../delivery-map.ts'
import { idSchema, timeSchema } from '../ids.ts'
import { sessionFilterSchema, sessionRowSchema } from '../session.ts'
import { settingsPatchSchema, settingsSchema } from '../settings.ts'
import { searchHitSchema, searchScopeSchema, sessionQueueSchema, timelinePageSchema } from '../timeline.ts'
import { turnSchema } from '../turn.ts'
import { recoveryChoiceSchema, recoveryStateSchema } from './recovery.ts'
import { defineRoute } from './route.ts'

const nothing = z.strictObject({})
const done = z.object({})
const byId = z.strictObject({ id: idSchema })
const cursor = z.string().max(4096).nullable().default(null)
const limit = (most: number) => z.number().int().min(1).max(most)

/** The complete list of what a window can do. */
export const routes = {
  'app.hello': defineRoute(
    nothing,
    z.object({
      version: z.string(),
      host: z.enum(['desktop', 'browser']),
      platform: z.string(),
      /** The name that this window goes by in `decidedBy`. */
      window: z.string(),
      dataDir: z.string(),
      /** `recovery`: the database is damaged and only the recovery routes answer. */
      mode: z.enum(['ready', 'recovery']),
      settings: settingsSchema,
      /** Whether the system keeps secrets; otherwise a key lives for this run only. */
      secretsKept: z.boolean(),
    }),
  ),
  'app.counts': defineRoute(
    nothing,
    z.object({ waiting: z.number().int(), working: z.number().int(), cameBack: z.number().int() }),
  ),
  'app.loadSample': defineRoute(nothing, z.object({ sessionId: idSchema }), ['REFUSED']),

  'settings.get': defineRoute(nothing, settingsSchema),
  'settings.update': defineRoute(settingsPatchSchema, settingsSchema),

  'agents.list': defineRoute(z.strictObject({ deleted: z.boolean().default(false) }), z.array(agentViewSchema)),
  'agents.create': defineRoute(agentDraftSchema, agentViewSchema, ['REFUSED']),
  'agents.update': defineRoute(z.strictObject({ id: idSchema, draft: agentDraftSchema }), agentViewSchema, [
    'NOT_FOUND',
    'REFUSED',
  ]),
  'agents.delete': defineRoute(byId, done, ['NOT_FOUND']),
  'agents.restore': defineRoute(byId, done, ['NOT_FOUND']),
  'agents.deleteForever': defineRoute(byId, done, ['NOT_FOUND', 'REFUSED']),
  'agents.setKey': defineRoute(
    z.strictObject({ id: idSchema, key: z.string().trim().min(1).max(8192) }),
    z.object({ kept: z.boolean() }),
    ['NOT_FOUND', 'UNAVAILABLE'],
  ),
  'agents.removeKey': defineRoute(byId, done, ['NOT_FOUND']),
  /** Tries the saved configuration; sends nothing of any Session and stores nothing. */
  'agents.test': defineRoute(byId, agentTestSchema, ['NOT_FOUND']),
  /** The models that the Agent's endpoint offers; empty where it does not say. */
  'agents.models': defineRoute(byId, z.array(z.string()), ['NOT_FOUND', 'UNAVAILABLE']),

  'sessions.list': defineRoute(
    z.strictObject({ filter: sessionFilterSchema, cursor, limit: limit(200).default(100) }),
    z.object({ rows: z.array(sessionRowSchema), nextCursor: z.string().nullable(), total: z.number().int() }),
  ),
  'sessions.get': defineRoute(byId, sessionRowSchema, ['NOT_FOUND']),
  'sessions.create': defineRoute(
    z.strictObject({
      agentId: idSchema,
      name: z.string().trim().max(255).default(''),
      workspace: z.string().max(4096).optional(),
    }),
    sessionRowSchema,
    ['NOT_FOUND', 'REFUSED'],
  ),
  'sessions.rename': defineRoute(
    z.strictObject({ id: idSchema, name: z.string().trim().min(1).max(255) }),
    sessionRowSchema,
    ['NOT_FOUND'],
  ),
  'sessions.describe': defineRoute(
    z.strictObject({ id: idSchema, description: z.string().max(4096) }),
    sessionRowSchema,
    ['NOT_FOUND'],
  ),
  'sessions.setReach': defineRoute(z.strictObject({ id: idSchema, reach: reachSchema }), sessionRowSchema, [
    'NOT_FOUND',
  ]),
  'sessions.setPinned': defineRoute(z.strictObject({ id: idSchema, pinned: z.boolean() }), sessionRowSchema, [
    'NOT_FOUND',
  ]),
  'sessions.markSeen': defineRoute(byId, done),
  /** How many requests that this Session sent are still open: asked before a stop or a trash. */
  'sessions.openOutgoing': defineRoute(byId, z.object({ count: z.number().int() })),
  'sessions.trash': defineRoute(z.strictObject({ id: idSchema, cancelOutgoing: z.boolean() }), done, ['NOT_FOUND']),
  'sessions.restore': defineRoute(byId, done, ['NOT_FOUND']),
  'sessions.deleteForever': defineRoute(byId, done, ['NOT_FOUND', 'REFUSED']),
  'sessions.giveTo': defineRoute(z.strictObject({ id: idSchema, agentId: idSchema }), sessionRowSchema, [
    'NOT_FOUND',
    'REFUSED',
  ]),
  'sessions.search': defineRoute(
    z.strictObject({ query: z.string().max(4096), agentId: idSchema.optional(), limit: limit(100).default(20) }),
    z.object({ hits: z.array(searchHitSchema), scope: searchScopeSchema }),
    ['CONFLICT', 'UNAVAILABLE'],
  ),

  'timeline.page': defineRoute(
    z.strictObject({
      sessionId: idSchema,
      /** The newest page, the page before or after a position, or the page around a message. */
      at: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('newest') }),
        z.strictObject({ kind: z.literal('before'), position: z.number().int() }),
        z.strictObject({ kind: z.literal('after'), position: z.number().int() }),
        z.strictObject({ kind: z.literal('around'), messageId: idSchema }),
      ]),
      limit: limit(200).default(60),
    }),
    timelinePageSchema,
    ['NOT_FOUND'],
  ),
  'timeline.queue': defineRoute(z.strictObject({ sessionId: idSchema }), sessionQueueSchema, ['NOT_FOUND']),
  'timeline.setLeftOut': defineRoute(z.strictObject({ messageId: idSchema, leftOut: z.boolean() }), done, [
    'NOT_FOUND',
    'CONFLICT',
  ]),

  'turns.send': defineRoute(
    z.strictObject({
      sessionId: idSchema,
      text: z.string().min(1).max(262_144),
      /** `stop-and-send` stops the running Turn first. */
      mode: z.enum(['queue', 'stop-and-send']).default('queue'),
    }),
    turnSchema,
    ['NOT_FOUND', 'REFUSED', 'UNAVAILABLE'],
  ),
  'turns.stop': defineRoute(z.strictObject({ sessionId: idSchema, cancelOutgoing: z.boolean().default(false) }), done, [
    'NOT_FOUND',
  ]),
  /** Takes back a message that has not started. */
  'turns.withdraw': defineRoute(z.strictObject({ turnId: idSchema }), turnSchema, ['NOT_FOUND', 'CONFLICT']),
  /** Says yes to a message that waited over 24 h. */
  'turns.consent': defineRoute(z.strictObject({ turnId: idSchema }), turnSchema, ['NOT_FOUND', 'CONFLICT']),
  /** Runs a failed or interrupted Turn again over the same input, as a new Turn. */
  'turns.retry': defineRoute(z.strictObject({ turnId: idSchema }), turnSchema, ['NOT_FOUND', 'CONFLICT', 'REFUSED']),

  'approvals.open': defineRoute(z.strictObject({ sessionId: idSchema.optional() }), z.array(approvalSchema)),
  'approvals.history': defineRoute(
    approvalFilterSchema.extend({ cursor, limit: limit(200).default(50) }),
    z.object({ approvals: z.array(approvalSchema), nextCursor: z.string().nullable() }),
  ),
  'approvals.get': defineRoute(byId, approvalSchema, ['NOT_FOUND']),
  'approvals.answer': defineRoute(
    z.strictObject({ id: idSchema, decision: approvalDecisionSchema }),
    approvalAnswerSchema,
    ['NOT_FOUND', 'REFUSED'],
  ),
  /** The newest requests between the same two Sessions. */
  'approvals.between': defineRoute(
    z.strictObject({ senderSessionId: idSchema, targetSessionId: idSchema }),
    z.array(deliveryRowSchema),
  ),

  'deliveries.list': defineRoute(
    z.strictObject({ filter: deliveryFilterSchema, cursor, limit: limit(200).default(100) }),
    z.object({
      rows: z.array(deliveryRowSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      of: z.number().int(),
    }),
  ),
  'deliveries.get': defineRoute(byId, deliveryDetailSchema, ['NOT_FOUND']),
  /** Ends an open request; the first commit wins, and one that has ended already is a CONFLICT. */
  'deliveries.cancel': defineRoute(byId, done, ['NOT_FOUND', 'CONFLICT']),
  /** Sends a failed or interrupted request again, as a new request that names the old one. */
  'deliveries.retry': defineRoute(
    z.strictObject({ id: idSchema, options: approvalOptionsSchema.optional() }),
    z.object({ requestId: idSchema }),
    ['NOT_FOUND', 'CONFLICT', 'REFUSED'],
  ),
  /** A kept result runs its Turn after all. */
  'deliveries.wake': defineRoute(byId, done, ['NOT_FOUND', 'CONFLICT']),
  /** A kept result is taken as read, without a Turn. */
  'deliveries.markRead': defineRoute(byId, done, ['NOT_FOUND', 'CONFLICT']),
  /** Requests that a Session sent, and those it received, newest first: the side panel. */
  'deliveries.ofSession': defineRoute(
    z.strictObject({ sessionId: idSchema, limit: limit(100).default(20) }),
    z.object({ sent: z.array(deliveryRowSchema), received: z.array(deliveryRowSchema) }),
  ),
  /** Deliveries as lanes and arrows along time, with the Turns and open approvals around them. */
  'deliveries.map': defineRoute(deliveryMapQuerySchema, deliveryMapSchema),
  /**
   * Writes the filtered Deliveries, texts among them, into a new folder of the data folder; `job-progress` tells how
   * far it is. One at a time; CONFLICT also when it was stopped, and then nothing is kept.
   */
  'deliveries.export': defineRoute(z.strictObject({ filter: deliveryFilterSchema }), deliveryExportSchema, [
    'CONFLICT',
  ]),
  'deliveries.stopExport': defineRoute(nothing, done),

  /** The audit log about one Delivery, oldest first. */
  'audit.entries': defineRoute(byId, z.array(auditEntrySchema)),
  /** Goes through the whole audit log; `job-progress` tells how far it is. One at a time; CONFLICT also when it was stopped. */
  'audit.verify': defineRoute(nothing, auditReportSchema, ['CONFLICT']),
  'audit.stopVerify': defineRoute(nothing, done),

  'data.status': defineRoute(
    nothing,
    z.object({
      dir: z.string(),
      databaseBytes: z.number().int(),
      backups: z.array(z.object({ name: z.string(), bytes: z.number().int(), createdAt: timeSchema })),
      lastCheck: z.object({ at: timeSchema, ok: z.boolean() }).nullable(),
      search: z.object({ indexed: z.number().int(), pending: z.number().int() }),
    }),
  ),
  'data.check': defineRoute(nothing, z.object({ ok: z.boolean(), findings: z.array(z.string()) })),
  'data.backup': defineRoute(nothing, z.object({ name: z.string(), bytes: z.number().int() })),

  'access.keys': defineRoute(
    nothing,
    z.array(
      z.object({
        id: idSchema,
        label: z.string(),
        createdAt: timeSchema,
        lastSeenAt: timeSchema,
        connected: z.boolean(),
        current: z.boolean(),
      }),
    ),
  ),
  'access.revoke': defineRoute(byId, done, ['NOT_FOUND']),

  'recovery.state': defineRoute(nothing, recoveryStateSchema, ['UNAVAILABLE']),
  'recovery.choose': defineRoute(recoveryChoiceSchema, done, ['REFUSED', 'UNAVAILABLE']),
} as const

export type Routes = typeof routes
export type RouteName = keyof Routes
/** What a caller passes: defaults may be left out. */
export type RouteInput<N extends RouteName> = z.input<Routes[N]['input']>
/** What a handler gets: parsed, with defaults filled in. */
export type ParsedInput<N extends RouteName> = z.output<Routes[N]['input']>
export type RouteOutput<N extends RouteName> = z.output<Routes[N]['output']>
