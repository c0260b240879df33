import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hrefOf, placeOf, screens } from './router.ts'

test('an address leads to its screen, its thing and its place in it', () => {
  expect(placeOf('#/sessions/a1?message=m2')).toEqual({ screen: 'sessions', id: 'a1', params: { message: 'm2' } })
  expect(placeOf('#/inbox')).toEqual({ screen: 'inbox', id: null, params: {} })
})

test('an address that is none of ours leads home', () => {
  for (const hash of ['', '#', '#/', '#/nowhere/x', '#inbox/%E0%A4%A']) expect(placeOf(hash).screen).toBe('inbox')
})

test('every address that is made can be read', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...screens),
      fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
      fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
      (screen, id, params) => {
        fc.pre(!Object.hasOwn(params, '__proto__'))
        expect(placeOf(hrefOf(screen, id, params))).toEqual({ screen, id, params: { ...params } })
      },
    ),
  )
})
