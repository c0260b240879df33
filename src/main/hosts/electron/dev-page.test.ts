import { expect, test } from 'vitest'
import { devPage } from './dev-page.ts'

test('a development page is shown only from this machine and never by a package', () => {
  const page = (url: string, packaged = false) => devPage(packaged, { ELECTRON_RENDERER_URL: url })
  expect([
    page('http://localhost:5173'),
    page('http://localhost:5173', true),
    page('http://evil.example'),
    page('https://localhost'),
    page('nonsense'),
    devPage(false, {}),
  ]).toEqual(['http://localhost:5173/', null, null, null, null, null])
})
