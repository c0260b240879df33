import { useTranslation } from 'react-i18next'

const widths = [62, 48, 70, 40, 56, 66, 44, 58]

/** Grey bars of the real row height, shown only when reading takes longer than a glance (150 ms). */
export function SkeletonRows({ rows = 6, height = 36 }: { readonly rows?: number; readonly height?: number }) {
  const { t } = useTranslation('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // Bars have no identity but their place.
        <div key={`bar ${index}`} className="skel" style={{ height }}>
          <i />
          <span style={{ width: `${widths[index % widths.length] ?? 60}%` }} />
          <i />
        </div>
      ))}
    </div>
  )
}
