import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)

function reversed(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(reversed)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

it('gives one text for one value, whatever the order of its keys, and loses nothing', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(value)
    }),
  )
})

it('sorts keys by code units and refuses a number that JSON lacks', () => {
  expect(canonicalJson({ b: [2, { d: 1, c: null }], a: 'x', é: true, Z: 1.5e300 })).toBe(
    '{"Z":1.5e+300,"a":"x","b":[2,{"c":null,"d":1}],"é":true}',
  )
  expect(() => canonicalJson({ a: Number.NaN })).toThrow(TypeError)
})
