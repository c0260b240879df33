import { Maximize2, Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#renderer/ui/button.tsx'
import { Mark } from '#renderer/ui/mark.tsx'

type Props = { readonly bundled: boolean; readonly onZoom: (factor: number) => void; readonly onFit: () => void }

export const ZOOM_STEP = 1.5

/** What the shapes say, and how near they are. */
export function MapLegend({ bundled, onZoom, onFit }: Props) {
  const { t } = useTranslation('map')
  return (
    <footer className="map-legend">
      <div>
        <span>
          <svg width="28" height="12" aria-hidden>
            <path className="l" d="M1 6h24m-4 -4 4 4-4 4" />
          </svg>
          {t('legend.request')}
        </span>
        <span>
          <svg width="28" height="12" aria-hidden>
            <path className="l" strokeDasharray="4 3" d="M3 6h24" />
            <path className="l" d="M7 2 3 6l4 4" />
          </svg>
          {t('legend.result')}
        </span>
        {bundled ? (
          <span>
            <svg width="36" height="16" className="map-bun" aria-hidden>
              <path className="map-trunk" d="M1 8h34" />
              <rect className="map-n" x="9" y=".5" width="18" height="15" rx="4" />
              <text x="18" y="12">
                4
              </text>
            </svg>
            {t('legend.bundle')}
          </span>
        ) : null}
        <span>
          <svg width="28" height="12" aria-hidden>
            <circle className="l" cx="5" cy="6" r="3.5" />
            <path className="l" strokeDasharray=".1 4" d="M13 6h14" />
          </svg>
          {t('legend.queue')}
        </span>
        <span>
          <Mark kind="you" />
          {t('legend.you')}
        </span>
        <span>
          <Mark kind="failed" />
          {t('legend.failed')}
        </span>
        <span>
          <Mark kind="cut" />
          {t('legend.cut')}
        </span>
        <span>
          <svg width="22" height="12" aria-hidden>
            <rect className="b" x="0" y="2" width="22" height="8" rx="3" />
          </svg>
          {t('legend.other')}
        </span>
        <span>
          <svg width="22" height="12" aria-hidden>
            <rect className="o" x=".5" y="2.5" width="21" height="7" rx="3" />
          </svg>
          {t('legend.own')}
        </span>
      </div>
      <IconButton label={t('zoomOut')} aria-keyshortcuts="-" onClick={() => onZoom(ZOOM_STEP)}>
        <Minus size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t('zoomIn')} aria-keyshortcuts="+" onClick={() => onZoom(1 / ZOOM_STEP)}>
        <Plus size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t('fit')} aria-keyshortcuts="0" onClick={onFit}>
        <Maximize2 size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </footer>
  )
}
