import { placeOf } from './places.ts'
import type { SourceFiles, Violation } from './violation.ts'

const emptyNames = /(^|[-/.])(utils?|helpers?|common|managers?|misc)([-/.]|$)/

/** Folders are a closed set, and a name says what is inside. */
export function checkNames(files: SourceFiles): Violation[] {
  const violations: Violation[] = []
  for (const file of files.keys()) {
    const place = placeOf(file)
    if (place.part === 'unknown') {
      violations.push({ rule: 'known-folders', file, line: 1, message: `${place.why}; AGENTS.md lists them.` })
    }
    if (emptyNames.test(file)) {
      violations.push({
        rule: 'telling-names',
        file,
        line: 1,
        message: 'utils, helpers, common, manager and misc say nothing: name the noun this file is about.',
      })
    }
  }
  return violations
}
