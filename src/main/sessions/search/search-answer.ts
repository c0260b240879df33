import type { SearchHit, SearchScope } from '#shared/timeline.ts'

/** Who asks: the person, or a Session's Agent, who sees only what is Visible to that Session. */
export type SearchAsker = { readonly kind: 'person' } | { readonly kind: 'agent'; readonly sessionId: string }

export type SearchQuery = {
  /** As typed. */
  readonly query: string
  /** Only Sessions of this Agent. */
  readonly agentId?: string | undefined
  /** How many distinct Sessions at most. */
  readonly limit: number
  readonly asker: SearchAsker
  /** Of use to a person only: an Agent never sees the trash. */
  readonly includeTrashed?: boolean | undefined
}

/** Best Sessions first. Names are as stored; snippets are cleaned and at most 255 code points long. */
export type SearchAnswer = { readonly hits: SearchHit[]; readonly scope: SearchScope }

export type SearchStatus = {
  /** Messages in the index. */
  readonly indexed: number
  /** Messages and Sessions that it has still to read. */
  readonly pending: number
}
