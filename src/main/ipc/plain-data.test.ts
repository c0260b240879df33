import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { copyPlain } from './plain-data.ts'

const LIMIT = 1_000_000

function problemOf(value: unknown, limit = LIMIT): string {
  const copied = copyPlain(value, limit)
  return copied.ok ? 'ok' : `${copied.reason}: ${copied.problem}`
}

describe('plain data at the border', () => {
  test('[E04] any JSON value comes out as JSON would carry it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const copied = copyPlain(value, LIMIT)
        expect(copied.ok && JSON.stringify(copied.value)).toBe(JSON.stringify(value))
      }),
    )
  })

  test('the copy is a copy: later changes of the original do not show', () => {
    const original = { list: [{ name: 'before' }] }
    const copied = copyPlain(original, LIMIT)
    original.list[0] = { name: 'after' }
    expect(copied).toMatchObject({ ok: true, value: { list: [{ name: 'before' }] } })
  })

  test('[E04] odd values are refused with their place', () => {
    const cyclic: { cause?: unknown } = {}
    cyclic.cause = { inner: cyclic }
    const error = new Error('outer', { cause: cyclic })
    class Row {
      id = 'x'
    }
    expect([
      problemOf({ a: [1n] }),
      problemOf({ map: new Map() }),
      problemOf(cyclic),
      problemOf({ error }),
      problemOf(new Row()),
      problemOf({ at: new Date(0) }),
      problemOf([undefined]),
      problemOf({ run: () => 1 }),
      problemOf({ share: Number.NaN }),
      problemOf(new Uint8Array(1)),
      problemOf(Symbol('x')),
    ]).toEqual([
      'not-plain: bigint at a[0]',
      'not-plain: a Map at map',
      'not-plain: a cycle at cause.inner',
      'not-plain: an Error at error',
      'not-plain: a class instance at the top',
      'not-plain: a Date at at',
      'not-plain: undefined at [0]',
      'not-plain: function at run',
      'not-plain: NaN at share',
      'not-plain: a Uint8Array at the top',
      'not-plain: symbol at the top',
    ])
  })

  test('the same value in two places is no cycle', () => {
    const shared = { n: 1 }
    expect(copyPlain([shared, shared], LIMIT)).toMatchObject({ ok: true, value: [{ n: 1 }, { n: 1 }] })
  })

  test('an undefined property is left out', () => {
    const copied = copyPlain({ a: undefined, b: 1 }, LIMIT)
    expect(copied.ok && Object.keys(copied.value as object)).toEqual(['b'])
  })

  test('a key named __proto__ stays a key', () => {
    const copied = copyPlain(JSON.parse('{"__proto__":{"x":1}}'), LIMIT)
    expect(copied.ok && JSON.stringify(copied.value)).toBe('{"__proto__":{"x":1}}')
    const other: { x?: number } = {}
    expect(other.x).toBeUndefined()
  })

  test('a value that throws when it is read is refused', () => {
    const trap = new Proxy({}, { ownKeys: () => { throw new Error('no') } }) // prettier-ignore
    expect(problemOf(trap)).toBe('not-plain: a value that cannot be read')
  })

  test('[E04] a value that is too large or too deep is refused without walking on', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect([problemOf('x'.repeat(50), 40), problemOf(deep)]).toEqual([
      'too-large: larger than 40 characters',
      expect.stringContaining('not-plain: more than 64 levels') as unknown,
    ])
  })
})
