import { Popover as P, Tooltip as T } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

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

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <T.Provider delayDuration={500}>{children}</T.Provider>
}
