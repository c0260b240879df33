import type { TurnState } from '#shared/turn.ts'

/** Every step that a Turn can take (design §6). */
export const turnTransitions: { readonly [From in TurnState]: readonly TurnState[] } = {
  queued: ['running', 'interrupted'],
  running: ['succeeded', 'failed', 'interrupted'],
  succeeded: [],
  failed: [],
  interrupted: [],
}

export function canBecome(from: TurnState, to: TurnState): boolean {
  return turnTransitions[from].includes(to)
}
