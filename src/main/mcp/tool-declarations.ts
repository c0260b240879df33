import { sessionCreate } from './declarations/session-create.ts'
import { sessionDeliveries } from './declarations/session-deliveries.ts'
import { sessionList } from './declarations/session-list.ts'
import { sessionSearch } from './declarations/session-search.ts'
import { sessionSend } from './declarations/session-send.ts'

/** The tools in the order in which a client is told of them. */
export const toolDeclarations = [sessionList, sessionSearch, sessionCreate, sessionSend, sessionDeliveries] as const
export type ToolDeclaration = (typeof toolDeclarations)[number]
export type ToolName = ToolDeclaration['name']

export function findTool(name: string): ToolDeclaration | undefined {
  return toolDeclarations.find((tool) => tool.name === name)
}
