import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** An id, shortened in its middle; a click copies it whole. */
export function CopyId({ id }: { readonly id: string }) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="inline-flex min-w-0 items-center gap-1.5 rounded-key"
      aria-label={copied ? t('copied') : t('copyId', { id })}
      title={id}
      onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      <code className="trunc">{id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}</code>
      {copied ? (
        <Check size={13} strokeWidth={1.7} aria-hidden className="text-done" />
      ) : (
        <Copy size={13} strokeWidth={1.7} aria-hidden className="text-ink-3" />
      )}
    </button>
  )
}
