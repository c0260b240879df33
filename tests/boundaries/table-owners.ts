/**
 * One writer a table: the folder of src/main that owns it. Only a `*-store.ts` in that folder writes it; db writes its
 * own tables wherever it likes. Every table of the schema has its line here.
 */
export const tableOwners: Readonly<Record<string, string>> = {
  agents: 'agents',
  approvals: 'approvals',
  audit_log: 'db',
  browser_keys: 'settings',
  channel_inbox: 'channels',
  channel_outbox: 'channels',
  channels: 'channels',
  conversations: 'channels',
  deliveries: 'deliveries',
  import_sources: 'imports',
  messages: 'sessions',
  migrations: 'db',
  notices_seen: 'notices',
  pairings: 'channels',
  search_pending: 'sessions',
  sessions: 'sessions',
  settings: 'settings',
  store: 'db',
  turns: 'turns',
}

/**
 * Files of db that write a store which no owner serves yet: rows rescued into a new one before it is opened. This list
 * may only shrink.
 */
export const writersOfUnopenedStores: readonly string[] = ['src/main/db/rescue.ts']
