import { useCallback } from 'react'
import { DeliveriesScreen } from '../features/deliveries/deliveries-screen.tsx'
import { InboxScreen } from '../features/inbox/inbox-screen.tsx'
import { SessionsScreen } from '../features/sessions/sessions-screen.tsx'
import { hrefOf, navigate, type Place } from './router.ts'

/** The screen of a place. */
export function ScreenOf({ place }: { readonly place: Place }) {
  switch (place.screen) {
    case 'inbox':
      return <InboxScreen approvalId={place.id} history={place.params['show'] === 'answered'} />
    case 'sessions':
      return <Sessions place={place} />
    case 'deliveries':
      return <DeliveriesScreen deliveryId={place.id} />
    default:
      return null
  }
}

function Sessions({ place }: { readonly place: Place }) {
  const open = useCallback((sessionId: string | null, messageId: string | null) => {
    navigate(hrefOf('sessions', sessionId, messageId === null ? {} : { message: messageId }))
  }, [])
  return <SessionsScreen sessionId={place.id} messageId={place.params['message'] ?? null} onOpen={open} />
}
