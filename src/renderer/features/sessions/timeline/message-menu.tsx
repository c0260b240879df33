import { MoreHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '#shared/message.ts'

export type MessageActions = {
  readonly copyText: (message: Message) => void
  readonly copyLink: (message: Message) => void
  readonly setLeftOut: (message: Message, leftOut: boolean) => void
}

type Props = { readonly message: Message; readonly actions: MessageActions; readonly readOnly: boolean }

export const MessageMenu = memo(function MessageMenu({ message, actions, readOnly }: Props) {
  const { t } = useTranslation('sessions')
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="sess-more" aria-label={t('message.more')}>
        <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" collisionPadding={8}>
          <DropdownMenu.Item className="menu-item" onSelect={() => actions.copyText(message)}>
            {t('message.copyText')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => actions.copyLink(message)}>
            {t('message.copyLink')}
          </DropdownMenu.Item>
          {readOnly ? null : (
            <DropdownMenu.Item className="menu-item" onSelect={() => actions.setLeftOut(message, !message.leftOut)}>
              {message.leftOut ? t('message.putBack') : t('message.leaveOut')}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
})
