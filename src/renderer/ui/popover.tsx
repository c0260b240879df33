import { Popover as P, Tooltip as T } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Keys } from './keys.tsx'

type PopoverProps = {
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function Popover({ trigger, children, align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <P.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <P.Trigger asChild>{trigger}</P.Trigger>
      <P.Portal>
        <P.Content className="pop" align={align} sideOffset={6} collisionPadding={12}>
          {children}
        </P.Content>
      </P.Portal>
    </P.Root>
  )
}

type TooltipProps = { readonly says: ReactNode; readonly keys?: readonly string[]; readonly children: ReactElement }

/** A tip for what an icon or a number stands for. Needs `TooltipProvider` above it, which the frame has. */
export function Tooltip({ says, keys, children }: TooltipProps) {
  return (
    <T.Root>
      <T.Trigger asChild>{children}</T.Trigger>
      <T.Portal>
        <T.Content className="tip" sideOffset={6} collisionPadding={8}>
          {says} {keys === undefined ? null : <Keys keys={keys} />}
        </T.Content>
      </T.Portal>
    </T.Root>
  )
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <T.Provider delayDuration={500}>{children}</T.Provider>
}
