import { ipcRequestSchema, type IpcEnvelope, type IpcError, type IpcErrorCode } from '#shared/ipc/envelope.ts'
import { routes, type ParsedInput, type RouteName, type RouteOutput } from '#shared/ipc/routes.ts'
import { err, type Result } from '#shared/result.ts'
import { asStorageError, StorageError } from '../db/storage-error.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { copyPlain } from './plain-data.ts'

/**
 * Answers what a window asks, over whatever carrier it came. Owns the border: only routes of the list, only plain data,
 * only parsed input, and always an envelope. Knows nothing of the domain; the handlers do.
 */

/** Who asks. Filled in by the carrier, never from the message. */
export type Caller = {
  /** The name that this window goes by in `decidedBy`. */
  readonly windowName: string
  readonly host: 'desktop' | 'browser'
  /** The browser key that let it in; null for a desktop window. */
  readonly keyId: string | null
}

/** What the host knows about itself, for `app.hello` and `data.status`. */
export type HostInfo = {
  readonly version: string
  readonly host: 'desktop' | 'browser'
  readonly platform: string
  readonly dataDir: string
  readonly secretsKept: boolean
  /** Browser keys with a live connection now. */
  readonly connectedKeys: () => ReadonlySet<string>
}

export type HandlerResult<N extends RouteName> = Result<RouteOutput<N>, IpcError>

/** One handler a route: a forgotten route does not compile. */
export type Handlers = {
  readonly [N in RouteName]: (input: ParsedInput<N>, caller: Caller) => HandlerResult<N> | Promise<HandlerResult<N>>
}

/** In recovery mode only some routes have handlers; the others answer UNAVAILABLE. */
export type SomeHandlers = Partial<Handlers>

export interface Router {
  /** Never rejects. `request` is whatever the carrier received. */
  call(request: unknown, caller: Caller): Promise<IpcEnvelope<unknown>>
}

export type RouterDeps = {
  readonly handlers: SomeHandlers
  readonly logger: Logger
  /** Parse outputs against their schemas too: everywhere but in production. */
  readonly checkOutput: boolean
}

/** The longest input: a message of 262,144 characters at six characters an escape, and some room. */
export const MAX_INPUT = 2 * 1024 * 1024
/** The longest answer: a page of long messages stays far under it. */
export const MAX_OUTPUT = 32 * 1024 * 1024

export function createRouter(deps: RouterDeps): Router {
  return {
    async call(request, caller) {
      try {
        return await answer(deps, request, caller)
      } catch (error) {
        return failure(deps, routeOf(request), error)
      }
    },
  }
}

async function answer(deps: RouterDeps, request: unknown, caller: Caller): Promise<IpcEnvelope<unknown>> {
  const plain = copyPlain(request, MAX_INPUT)
  if (!plain.ok) {
    const what = plain.reason === 'too-large' ? 'The request is too large' : 'The request is not plain data'
    return refusal('INVALID_INPUT', `${what}: ${plain.problem}. Nothing was changed.`)
  }
  const parsed = ipcRequestSchema.safeParse(plain.value)
  if (!parsed.success) return refusal('INVALID_INPUT', 'The request must be { route, input }. Nothing was changed.')
  const { route, input } = parsed.data
  if (!isRouteName(route)) return refusal('INVALID_INPUT', `There is no route ${JSON.stringify(route.slice(0, 80))}.`)
  return run(deps, route, input, caller)
}

async function run<N extends RouteName>(
  deps: RouterDeps,
  name: N,
  rawInput: unknown,
  caller: Caller,
): Promise<IpcEnvelope<unknown>> {
  const input = routes[name].input.safeParse(rawInput)
  if (!input.success) {
    const first = input.error.issues[0]
    const where = first === undefined || first.path.length === 0 ? 'the input' : first.path.map(String).join('.')
    return refusal('INVALID_INPUT', `${name}: ${where}: ${first?.message ?? 'not valid'}. Nothing was changed.`)
  }
  const handler: Handlers[N] | undefined = deps.handlers[name]
  if (handler === undefined) {
    return refusal('UNAVAILABLE', 'The database is not open; only the recovery screen can be used now.')
  }
  // The schema of `name` made this value; TypeScript cannot tie the two across the generic lookup.
  const result = await handler(input.data as ParsedInput<N>, caller)
  if (!result.ok) return result
  if (deps.checkOutput) {
    const output = routes[name].output.safeParse(result.value)
    if (!output.success) throw new Error(`${name} answered outside its schema: ${output.error.message}`)
  }
  const copied = copyPlain(result.value, MAX_OUTPUT)
  if (copied.ok) return { ok: true, value: copied.value }
  if (copied.reason === 'too-large') {
    deps.logger.error('an answer was too large', { route: name })
    return refusal('INTERNAL', `The answer of ${name} is ${copied.problem}. Ask for less at once.`)
  }
  throw new Error(`${name} answered something other than plain data: ${copied.problem}`)
}

/** Own keys only: `constructor` or `__proto__` is no route. */
function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name)
}

function routeOf(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('route' in request)) return 'none'
  return typeof request.route === 'string' && isRouteName(request.route) ? request.route : 'unknown'
}

/** Reports once, here, and tells the window in words that hold for any such failure. */
function failure(deps: RouterDeps, route: string, error: unknown): IpcEnvelope<never> {
  const storage = asStorageError(error, 'Nothing was changed.')
  if (storage instanceof StorageError) {
    deps.logger.error('storage failed in a call', { route, sqliteCode: storage.sqliteCode, ...describeError(error) })
    return refusal('STORAGE', storage.message)
  }
  deps.logger.error('a call failed unexpectedly', { route, ...describeError(error) })
  return refusal(
    'INTERNAL',
    'Something went wrong inside Session Relay. What was saved before is kept; the log has details.',
  )
}

function refusal(code: IpcErrorCode, message: string): IpcEnvelope<never> {
  return err({ code, message })
}
