import type { Edge } from './import-graph.ts'
import { placeOf } from './places.ts'
import type { Violation } from './violation.ts'

const entry = 'src/main/sessions/search/search-worker.ts'
const ownFolder = 'src/main/sessions/search/'

/**
 * The search worker is a thread of its own that must start fast and hold nothing of the domain: whatever its entry
 * loads, however indirectly, is kernel, db, shared or its own folder. Types are not loaded, but a type taken from the
 * domain by the worker's own folder is refused too.
 */
export function checkSearchWorker(edges: readonly Edge[]): Violation[] {
  const violations: Violation[] = []
  const seen = new Set<string>([entry])
  const queue = [entry]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const edge of edges) {
      if (edge.from !== file || edge.to.kind === 'package') continue
      if (edge.kind === 'type' && !file.startsWith(ownFolder)) continue
      if (!allowed(edge.to.path)) {
        violations.push({
          rule: 'search-worker-imports',
          file,
          line: edge.line,
          message: `The search worker loads this file, so it imports kernel, db, shared and ${ownFolder} only, not ${edge.to.path}.`,
        })
      } else if (edge.kind !== 'type' && !seen.has(edge.to.path)) {
        seen.add(edge.to.path)
        queue.push(edge.to.path)
      }
    }
  }
  return violations
}

function allowed(file: string): boolean {
  if (file.startsWith(ownFolder)) return true
  const place = placeOf(file)
  return place.part === 'shared' || (place.part === 'main' && (place.folder === 'kernel' || place.folder === 'db'))
}
