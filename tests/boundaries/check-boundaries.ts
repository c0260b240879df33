import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkAmbient } from './ambient-rule.ts'
import { buildGraph, type Edge } from './import-graph.ts'
import { importRules } from './import-rules.ts'
import { checkNames } from './name-rule.ts'
import { isTest } from './places.ts'
import { checkTableWriters } from './table-writers.ts'
import type { SourceFiles, Violation } from './violation.ts'
import { checkSearchWorker } from './worker-rule.ts'

/** Every rule over every source file. Pure; `readSources` reads the real ones. */
export function checkBoundaries(files: SourceFiles): Violation[] {
  const { edges, violations } = buildGraph(new Map([...files].filter(([file]) => !isTest(file))))
  return [
    ...violations,
    ...checkNames(files),
    ...edges.flatMap(refusals),
    ...checkSearchWorker(edges),
    ...checkTableWriters(files),
    ...checkAmbient(files),
  ]
}

function refusals(edge: Edge): Violation[] {
  return importRules.flatMap((rule) => {
    const message = rule.refuses(edge)
    return message === null ? [] : [{ rule: rule.id, file: edge.from, line: edge.line, message }]
  })
}

/** The TypeScript under `src`, by path from the root. */
export function readSources(root: string): SourceFiles {
  const files = new Map<string, string>()
  for (const entry of readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    files.set(path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8'))
  }
  return files
}
