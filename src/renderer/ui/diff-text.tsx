import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { ExactText } from './exact-text.tsx'

export type DiffPart = { readonly kind: 'same' | 'in' | 'out'; readonly text: string; readonly at: number }

const LONGEST = 60_000

/** What went out and what came in, by words; Chinese by its own words. A text beyond 60,000 characters is compared by lines only at its ends. */
export function diffOf(before: string, after: string, language: string): readonly DiffPart[] {
  if (before.length + after.length > LONGEST) return bluntDiff(before, after)
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  let at = 0
  return diffWordsWithSpace(before, after, { intlSegmenter: segmenter }).map(({ value, added, removed }) => {
    const part: DiffPart = { kind: added ? 'in' : removed ? 'out' : 'same', text: value, at }
    at += 1
    return part
  })
}

function bluntDiff(before: string, after: string): readonly DiffPart[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail += 1
  const parts: readonly DiffPart[] = [
    { kind: 'same', text: before.slice(0, head), at: 0 },
    { kind: 'out', text: before.slice(head, before.length - tail), at: 1 },
    { kind: 'in', text: after.slice(head, after.length - tail), at: 2 },
    { kind: 'same', text: before.slice(before.length - tail), at: 3 },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** What went in is underlined, what went out struck through; never red and green. */
export function DiffText({ parts }: { readonly parts: readonly DiffPart[] }) {
  return (
    <span className="exact">
      {parts.map(({ kind, text, at }) =>
        kind === 'same' ? (
          <ExactText key={at} text={text} />
        ) : kind === 'in' ? (
          <ins key={at}>
            <ExactText text={text} />
          </ins>
        ) : (
          <del key={at}>
            <ExactText text={text} />
          </del>
        ),
      )}
    </span>
  )
}

export function useDiff(before: string, after: string, language: string): readonly DiffPart[] {
  return useMemo(() => diffOf(before, after, language), [before, after, language])
}
