import { assertNever } from '#shared/result.ts'
import type { Interaction, TurnOrigin } from '#shared/turn.ts'
import { chooseTarget, type Candidate } from './choose-target.ts'
import { parseCommand } from './grammar.ts'
import type { Intent } from './intent.ts'
import { sentSchema, sessionsSchema, type ToolAnswer } from './tool-answers.ts'
import { wordingOf, type Wording } from './wording.ts'

/** What the rehearsal does next. `say` and `fail` end the Turn. */
export type Move =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  /** Says `text`, waits (`ms` null: until stopped), and goes on with `next`. */
  | { readonly kind: 'wait'; readonly text: string; readonly ms: number | null; readonly next: Move }
  | { readonly kind: 'fail'; readonly reason: string }

export type Scene = {
  readonly origin: TurnOrigin
  readonly interaction: Interaction
  readonly inputText: string
  /** On a result: the name of the Session that it came from, where the history tells. */
  readonly resultOf: string | null
}

const SEARCH_LIMIT = 20
const LIST_LIMIT = 100
/** A target is looked for in this many pages of the list at most. */
const MOST_PAGES = 10
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Decides the next move from the input and the tool answers of this Turn so far. Pure. */
export function nextMove(scene: Scene, answers: readonly ToolAnswer[]): Move {
  const { intent, language } = parseCommand(scene.inputText)
  const words = wordingOf(language)
  if (scene.origin === 'result') return { kind: 'say', text: words.resultCameBack(scene.resultOf, scene.inputText) }
  return scene.interaction === 'headless' ? headlessMove(intent, scene, words) : interactiveMove(intent, answers, words)
}

/** Session tools are refused in a headless Turn, so none is called: what can be done without them is done. */
function headlessMove(intent: Intent, scene: Scene, words: Wording): Move {
  const honest = scene.origin === 'request' ? words.rehearsedRequest(scene.inputText) : words.notHere
  switch (intent.kind) {
    case 'wait':
      return {
        kind: 'wait',
        text: words.waiting(intent.ms),
        ms: intent.ms,
        next: intent.next === null ? { kind: 'say', text: honest } : headlessMove(intent.next, scene, words),
      }
    case 'fail':
      return { kind: 'fail', reason: failReason(intent.reason, words) }
    case 'say':
      return { kind: 'say', text: `${intent.text}\n\n${words.rehearsedMark}` }
    case 'ask':
    case 'tell':
    case 'new':
    case 'find':
    case 'list':
    case 'unknown':
      return { kind: 'say', text: honest }
    default:
      return assertNever(intent)
  }
}

function interactiveMove(intent: Intent, answers: readonly ToolAnswer[], words: Wording): Move {
  const refused = answers.find((answer) => !answer.ok)
  if (refused !== undefined && !refused.ok) return { kind: 'say', text: words.refused(refused) }
  switch (intent.kind) {
    case 'list':
      return answers.length === 0
        ? call('session_list', { limit: SEARCH_LIMIT })
        : { kind: 'say', text: words.listed(candidatesOf(answers), hasMore(answers)) }
    case 'find':
      return answers.length === 0
        ? call('session_search', { query: intent.query, limit: SEARCH_LIMIT })
        : { kind: 'say', text: words.found(intent.query, candidatesOf(answers)) }
    case 'new':
      return sentOr(
        answers,
        (sent) => words.created(sent),
        () =>
          call('session_create', { message: intent.task, ...(intent.title === null ? {} : { title: intent.title }) }),
      )
    case 'ask':
      return sentOr(
        answers,
        (sent) => words.asked(sent),
        () => resolveThen(intent.target, answers, words, (to) => send(to, intent.task, 'completion')),
      )
    case 'tell':
      return sentOr(
        answers,
        (sent) => words.told(sent),
        () => resolveThen(intent.target, answers, words, (to) => send(to, intent.message, 'none')),
      )
    case 'say':
      return { kind: 'say', text: intent.text }
    case 'wait':
      return waitMove(intent, answers, words)
    case 'fail':
      return { kind: 'fail', reason: failReason(intent.reason, words) }
    case 'unknown':
      return { kind: 'say', text: words.help }
    default:
      return assertNever(intent)
  }
}

/** The wait comes before the first tool call only; afterwards the rest of the command goes on. */
function waitMove(intent: Extract<Intent, { kind: 'wait' }>, answers: readonly ToolAnswer[], words: Wording): Move {
  const rest: Move =
    intent.next === null ? { kind: 'say', text: words.waited } : interactiveMove(intent.next, answers, words)
  return answers.length > 0 ? rest : { kind: 'wait', text: words.waiting(intent.ms), ms: intent.ms, next: rest }
}

/** Names are not addresses: finds the id behind a person's words, or asks. */
function resolveThen(
  target: string,
  answers: readonly ToolAnswer[],
  words: Wording,
  go: (to: Candidate) => Move,
): Move {
  const pages = answers.filter((answer) => answer.tool === 'session_list')
  if (answers.length === 0) {
    return UUID.test(target)
      ? call('session_list', { limit: LIST_LIMIT })
      : call('session_search', { query: target, limit: SEARCH_LIMIT })
  }
  const candidates = candidatesOf(answers)
  const choice = chooseTarget(target, candidates)
  const cursor = nextCursorOf(answers)
  // Words that the search finds nowhere may still be an id, or part of a name; the list shows every name.
  if (choice.kind === 'none' && pages.length === 0) return call('session_list', { limit: LIST_LIMIT })
  if (choice.kind === 'none' && cursor !== null && pages.length < MOST_PAGES)
    return call('session_list', { limit: LIST_LIMIT, cursor })
  if (choice.kind === 'one') return go(choice.candidate)
  if (choice.kind === 'several') return { kind: 'say', text: words.whichOne(target, choice.candidates) }
  return {
    kind: 'say',
    text: words.noneFits(
      target,
      candidates.filter((candidate) => !candidate.isCurrent),
    ),
  }
}

function send(to: Candidate, message: string, reply: 'none' | 'completion'): Move {
  return call('session_send', { target_session_id: to.sessionId, message, reply })
}

export type Sent = {
  readonly requestId: string
  readonly sessionName: string | null
  readonly repeated: boolean
  readonly sentMessage: string | null
}

function sentOr(answers: readonly ToolAnswer[], report: (sent: Sent) => string, otherwise: () => Move): Move {
  for (const answer of answers) {
    if (!answer.ok || (answer.tool !== 'session_send' && answer.tool !== 'session_create')) continue
    const sent = sentSchema.safeParse(answer.value)
    if (!sent.success)
      return { kind: 'fail', reason: `${answer.tool} answered in a form that the script does not know.` }
    const { requestId, repeated = false, sentMessage = null, delivery } = sent.data
    const sessionName = delivery?.receiverSnapshot.sessionName ?? null
    return { kind: 'say', text: report({ requestId, repeated, sentMessage, sessionName }) }
  }
  return otherwise()
}

/** Every Session seen so far; one seen twice keeps its first sighting, which holds the search's evidence. */
function candidatesOf(answers: readonly ToolAnswer[]): readonly Candidate[] {
  const seen = new Map<string, Candidate>()
  for (const page of pagesOf(answers))
    for (const candidate of page.sessions) if (!seen.has(candidate.sessionId)) seen.set(candidate.sessionId, candidate)
  return [...seen.values()]
}

function nextCursorOf(answers: readonly ToolAnswer[]): string | null {
  return pagesOf(answers).at(-1)?.nextCursor ?? null
}

function hasMore(answers: readonly ToolAnswer[]): boolean {
  return nextCursorOf(answers) !== null
}

function pagesOf(answers: readonly ToolAnswer[]) {
  return answers.flatMap((answer) => {
    const page = answer.ok ? sessionsSchema.safeParse(answer.value) : null
    return page?.success === true ? [page.data] : []
  })
}

function call(tool: string, input: Readonly<Record<string, unknown>>): Move {
  return { kind: 'call', tool, input }
}

function failReason(reason: string, words: Wording): string {
  return reason === '' ? words.toldToFail : reason
}
