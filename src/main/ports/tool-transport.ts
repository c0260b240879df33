import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The protocol's own transport, one end of a linked pair. */
export type { Transport }
