import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

test('browsers are named as people name them', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  expect(browserName(`${mac} Version/19.0 Safari/605.1.15`)).toBe('Safari, macOS')
  expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux')
  expect(browserName('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0')).toBe(
    'Edge, Windows',
  )
  expect(browserName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36')).toBe('Chrome, Linux')
  expect(browserName('My laptop')).toBe('My laptop')
  expect(browserName('Mozilla/5.0')).toBe('')
})
