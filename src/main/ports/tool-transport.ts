import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The protocol's own transport, one end of a linked pair. */
export type { Transport }

/** In the `_meta` of a `tools/call`: the id by which the runtime reports this call in its Turn's events. */
export const TOOL_CALL_ID_KEY = 'session-relay/tool-call-id'
