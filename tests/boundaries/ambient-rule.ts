import { Visitor } from 'oxc-parser'
import { isTest, placeOf } from './places.ts'
import { lineAt } from './read-imports.ts'
import type { SourceFiles, Violation } from './violation.ts'
import { parseSource } from './parse-source.ts'

const outsideTheDomain: readonly string[] = ['kernel', 'ports', 'hosts', 'runtimes', 'adapters']
const randomNames: readonly string[] = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues']

/**
 * No ambient clock, ids or timers in the domain: they come through kernel, so that a test can hold them. The linter
 * refuses the globals; this refuses what it cannot see: `new Date()`, and timers and randomness by import.
 */
export function checkAmbient(files: SourceFiles): Violation[] {
  return [...files].flatMap(([file, source]) => {
    const place = placeOf(file)
    if (isTest(file) || place.part !== 'main' || outsideTheDomain.includes(place.folder)) return []
    return readAmbient(file, source).map(({ what, offset }) => ({
      rule: 'no-ambient-sources',
      file,
      line: lineAt(source, offset),
      message: `${what} is ambient: take the clock and the ids from kernel, handed in through \`deps\`.`,
    }))
  })
}

function readAmbient(file: string, source: string): { what: string; offset: number }[] {
  const found: { what: string; offset: number }[] = []
  new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
        found.push({ what: 'new Date()', offset: node.start })
      }
    },
    ImportDeclaration(node) {
      if (node.importKind === 'type') return
      const from = node.source.value.replace(/^node:/, '')
      if (from === 'timers' || from === 'timers/promises') found.push({ what: node.source.value, offset: node.start })
      if (from !== 'crypto') return
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue
        if (randomNames.includes(specifier.imported.name)) {
          found.push({ what: specifier.imported.name, offset: specifier.start })
        }
      }
    },
  }).visit(parseSource(file, source).program)
  return found
}
