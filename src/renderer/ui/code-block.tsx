import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A block of code, scrolled sideways, with a button that copies it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('ui')
  const block = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div className="md-code">
      <pre ref={block}>{children}</pre>
      <button
        type="button"
        className="ibtn"
        aria-label={copied ? t('copied') : t('copyCode')}
        onClick={() => void navigator.clipboard.writeText(block.current?.textContent ?? '').then(() => setCopied(true))}
      >
        {copied ? <Check size={14} strokeWidth={1.7} aria-hidden /> : <Copy size={14} strokeWidth={1.7} aria-hidden />}
      </button>
    </div>
  )
}
