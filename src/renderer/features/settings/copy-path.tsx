import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#renderer/ui/button.tsx'

/** A folder's path, whole on hover, with a button that copies it. */
export function CopyPath({ path }: { readonly path: string }) {
  const { t } = useTranslation('settings')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span className="set-path">
      <code className="trunc" title={path}>
        {path}
      </code>
      <IconButton
        label={t(copied ? 'data.copied' : 'data.copyPath')}
        onClick={() => void navigator.clipboard.writeText(path).then(() => setCopied(true))}
      >
        {copied ? <Check size={14} strokeWidth={1.7} aria-hidden /> : <Copy size={14} strokeWidth={1.7} aria-hidden />}
      </IconButton>
    </span>
  )
}
