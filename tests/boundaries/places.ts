/**
 * Which part of the product a path belongs to. Inside `main`, `layer` is the folder's place in the one order that
 * imports must follow, and `null` for runtimes and adapters, which stand outside it.
 */
export type Place =
  | { part: 'shared' | 'preload' | 'renderer' | 'outside' }
  | { part: 'main'; folder: string; layer: number | null }
  | { part: 'unknown'; why: string }

/** Left to right: a folder may import what stands to its left. */
export const mainOrder = [
  'kernel',
  'ports',
  'db',
  'settings',
  'agents',
  'sessions',
  'turns',
  'approvals',
  'deliveries',
  'channels',
  'notices',
  'imports',
  'backup',
  'mcp',
  'ipc',
  'create-core',
  'hosts',
] as const

export const vendorFolders: readonly string[] = ['runtimes', 'adapters']

export function placeOf(file: string): Place {
  const [top, part, third = ''] = file.split('/')
  if (top !== 'src') return { part: 'outside' }
  if (part === 'shared' || part === 'preload' || part === 'renderer') return { part }
  if (part !== 'main') return { part: 'unknown', why: `src/${part} is not one of src's folders` }
  if (third === 'create-core.ts') return mainPlace('create-core')
  if (!file.startsWith(`src/main/${third}/`))
    return { part: 'unknown', why: `only create-core.ts lies directly in src/main` }
  return mainPlace(third)
}

function mainPlace(folder: string): Place {
  if (vendorFolders.includes(folder)) return { part: 'main', folder, layer: null }
  const layer = mainOrder.findIndex((name) => name === folder)
  if (layer < 0) return { part: 'unknown', why: `src/main/${folder} is not one of src/main's folders` }
  return { part: 'main', folder, layer }
}

/** A test may import what it tests with; the rules hold for what ships. */
export function isTest(file: string): boolean {
  return /\.(test|bench)\.tsx?$/.test(file)
}
