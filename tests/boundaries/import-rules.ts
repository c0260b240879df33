import { isBuiltin } from 'node:module'
import type { Edge } from './import-graph.ts'
import { mainOrder, placeOf, vendorFolders } from './places.ts'

/** Answers why an import is refused, or null. Each rule looks at one import at a time. */
export type ImportRule = { id: string; refuses(edge: Edge): string | null }

export const importRules: readonly ImportRule[] = [
  { id: 'shared-imports-zod-only', refuses: sharedImportsZodOnly },
  { id: 'renderer-stays-in-the-window', refuses: rendererStaysInTheWindow },
  { id: 'preload-imports-shared-types', refuses: preloadImportsSharedTypes },
  { id: 'electron-in-its-host-only', refuses: electronInItsHostOnly },
  { id: 'main-imports-main-and-shared', refuses: mainImportsMainAndShared },
  { id: 'main-order', refuses: mainOrderHolds },
  { id: 'vendors-import-ports', refuses: vendorsImportPorts },
  { id: 'vendors-named-by-hosts', refuses: vendorsNamedByHosts },
  { id: 'web-host-without-electron-host', refuses: webHostWithoutElectronHost },
]

function sharedImportsZodOnly({ from, to }: Edge): string | null {
  if (placeOf(from).part !== 'shared') return null
  if (to.kind === 'package') return to.name === 'zod' ? null : `src/shared imports zod only, not ${to.name}.`
  return placeOf(to.path).part === 'shared' ? null : `src/shared imports nothing outside itself, not ${to.path}.`
}

function rendererStaysInTheWindow({ from, to }: Edge): string | null {
  if (placeOf(from).part !== 'renderer') return null
  if (to.kind === 'package') {
    return isBuiltin(to.name) ? `A window has no ${to.name}: ask the main process through src/renderer/ipc.` : null
  }
  const part = placeOf(to.path).part
  return part === 'renderer' || part === 'shared'
    ? null
    : `src/renderer imports itself and src/shared, not ${to.path}: ask the main process through src/renderer/ipc.`
}

function preloadImportsSharedTypes({ from, to, kind }: Edge): string | null {
  if (placeOf(from).part !== 'preload') return null
  if (to.kind === 'package') return to.name === 'electron' ? null : `A sandboxed preload cannot load ${to.name}.`
  const part = placeOf(to.path).part
  if (part === 'preload' || (part === 'shared' && kind === 'type')) return null
  return part === 'shared'
    ? 'src/preload imports types of src/shared: write `import type`; a type can also hold the value of a constant.'
    : `src/preload imports itself and types of src/shared, not ${to.path}.`
}

function electronInItsHostOnly({ from, to }: Edge): string | null {
  if (to.kind !== 'package' || (to.name !== 'electron' && !to.name.startsWith('electron/'))) return null
  if (from.startsWith('src/main/hosts/electron/') || placeOf(from).part === 'preload') return null
  return 'electron, its types too, appears only in src/main/hosts/electron and src/preload: put it behind a port.'
}

function mainImportsMainAndShared({ from, to }: Edge): string | null {
  if (placeOf(from).part !== 'main' || to.kind === 'package') return null
  const part = placeOf(to.path).part
  return part === 'main' || part === 'shared' ? null : `src/main imports itself and src/shared, not ${to.path}.`
}

function mainOrderHolds({ from, to }: Edge): string | null {
  if (to.kind === 'package') return null
  const here = placeOf(from)
  const there = placeOf(to.path)
  if (here.part !== 'main' || there.part !== 'main') return null
  if (here.layer === null || there.layer === null || there.layer <= here.layer) return null
  return (
    `${here.folder} may import only what stands to its left (${mainOrder.slice(0, here.layer).join(', ') || 'nothing'}), ` +
    `not ${there.folder}: let create-core wire a port, a …Tx participant where both must commit together.`
  )
}

function vendorsImportPorts({ from, to }: Edge): string | null {
  if (to.kind === 'package') return null
  const here = placeOf(from)
  const there = placeOf(to.path)
  if (here.part !== 'main' || here.layer !== null || there.part !== 'main') return null
  if (there.folder === here.folder || there.folder === 'ports' || there.folder === 'kernel') return null
  return `${here.folder} import ports, kernel and shared only, not ${there.folder}.`
}

function vendorsNamedByHosts({ from, to, kind }: Edge): string | null {
  if (to.kind === 'package') return null
  const here = placeOf(from)
  const there = placeOf(to.path)
  if (here.part !== 'main' || there.part !== 'main') return null
  if (!vendorFolders.includes(there.folder) || here.folder === there.folder) return null
  if (here.folder !== 'hosts') return `Only hosts name ${there.folder}; everything else knows the port.`
  return kind === 'value' ? `A host names ${there.folder} as a lazy factory: \`() => import(…)\`.` : null
}

function webHostWithoutElectronHost({ from, to }: Edge): string | null {
  if (to.kind === 'package' || !to.path.startsWith('src/main/hosts/electron/')) return null
  if (from.startsWith('src/main/hosts/electron/') || !from.startsWith('src/main/hosts/')) return null
  return 'Only the Electron host imports from src/main/hosts/electron: what both hosts need lies beside their folders.'
}
