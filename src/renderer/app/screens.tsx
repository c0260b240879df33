import { AgentsScreen } from '../features/agents/agents-screen.tsx'
import { DeliveriesScreen } from '../features/deliveries/deliveries-screen.tsx'
import { MapScreen } from '../features/deliveries/map/map-screen.tsx'
import { InboxScreen } from '../features/inbox/inbox-screen.tsx'
import { SessionsScreen } from '../features/sessions/sessions-screen.tsx'
import { SettingsScreen } from '../features/settings/settings-screen.tsx'
import type { Place } from './router.ts'

/** The screen of a place. */
export function ScreenOf({ place }: { readonly place: Place }) {
  switch (place.screen) {
    case 'inbox':
      return <InboxScreen approvalId={place.id} history={place.params['show'] === 'answered'} />
    case 'sessions':
      return (
        <SessionsScreen
          sessionId={place.id}
          messageId={place.params['message'] ?? null}
          search={place.params['search'] ?? ''}
        />
      )
    case 'deliveries':
      return place.params['view'] === 'map' ? (
        <MapScreen deliveryId={place.id} traceId={place.params['trace'] ?? null} />
      ) : (
        <DeliveriesScreen deliveryId={place.id} />
      )
    case 'agents':
      return <AgentsScreen agentId={place.id} />
    case 'settings':
      return <SettingsScreen page={place.id} />
  }
}
