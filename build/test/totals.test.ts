import { describe, expect, test } from 'vitest'
import { addTotals, closingLine, playwrightTotals, vitestTotals } from './totals.ts'

const clean = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

describe('vitestTotals', () => {
  test('counts what ran and what did not', () => {
    expect(vitestTotals({ ...clean, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, 1)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
    })
  })
  test('counts a file that could not be loaded, and an exit without a failed test, as a failure', () => {
    const unloadable = { ...clean, testResults: [{ status: 'failed', assertionResults: [] }] }
    expect([vitestTotals(unloadable, 1).failed, vitestTotals(clean, 1).failed]).toEqual([1, 1])
  })
})

test('playwrightTotals counts flaky tests as passed and errors outside tests as failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  expect(playwrightTotals({ stats, errors: [{}] }, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test('closingLine names skipped tests only where there are any', () => {
  const one = { passed: 2, failed: 0, skipped: 0 }
  expect(closingLine(one)).toBe('2 passed, 0 failed')
  expect(closingLine(addTotals([one, { passed: 1, failed: 1, skipped: 4 }]))).toBe('3 passed, 1 failed, 4 skipped')
})
