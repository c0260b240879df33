import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { codePointName, type Piece, piecesOf, type Range } from './text-pieces.ts'

type Props = { readonly text: string; readonly marks?: readonly Range[] }

const noMarks: readonly Range[] = []

/** A text letter for letter: its own line breaks, its marks, and a chip for every character that cannot be seen. */
export function ExactText({ text, marks = noMarks }: Props) {
  const pieces = useMemo(() => piecesOf(text, marks), [text, marks])
  return (
    <span className="exact">
      {pieces.map((piece) => (
        <PieceView key={piece.at} piece={piece} />
      ))}
    </span>
  )
}

function PieceView({ piece }: { readonly piece: Piece }) {
  const { t } = useTranslation('ui')
  if (piece.kind === 'hidden') {
    const name = codePointName(piece.codePoint)
    return (
      <span className="esc" data-mark={piece.mark ?? undefined} title={t('hiddenCharacter')}>
        {name}
      </span>
    )
  }
  return piece.mark === null ? piece.text : <mark data-mark={piece.mark}>{piece.text}</mark>
}
