import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#renderer/ui/button.tsx'
import { EmptyState } from '#renderer/ui/empty-state.tsx'
import { hrefOf } from './router.ts'

type Props = { readonly children: ReactNode; readonly resetKey?: string }
type State = { readonly error: unknown; readonly stack: string; readonly at: string | undefined }

/** A screen that could not be drawn does not take the window with it. Another place tries anew. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, stack: '', at: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.at ? null : { error: null, at: props.resetKey }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ stack: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, stack } = this.state
    if (error === null) return this.props.children
    return (
      <Crashed
        details={`${error instanceof Error ? error.message : 'unknown'}\n${stack}`}
        onAgain={() => this.setState({ error: null })}
      />
    )
  }
}

function Crashed({ details, onAgain }: { readonly details: string; readonly onAgain: () => void }) {
  const { t } = useTranslation('frame')
  return (
    <section className="grid h-full bg-page" role="alert">
      <EmptyState
        title={t('crash.title')}
        action={
          <span className="flex gap-2">
            <Button look="primary" onClick={onAgain}>
              {t('crash.again')}
            </Button>
            <Button
              onClick={() => {
                window.location.hash = hrefOf('inbox')
                onAgain()
              }}
            >
              {t('crash.inbox')}
            </Button>
            <Button look="quiet" onClick={() => void navigator.clipboard.writeText(details)}>
              {t('crash.details')}
            </Button>
          </span>
        }
      >
        {t('crash.says')}
      </EmptyState>
    </section>
  )
}
