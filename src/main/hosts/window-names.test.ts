import { expect, test } from 'vitest'
import { browserLabel, createWindowNames } from './window-names.ts'

test('names are told apart by the smallest free number', () => {
  const names = createWindowNames()
  const [one, two, three] = ['Firefox', 'Firefox', 'Firefox'].map((label) => names.take(label))
  two?.release()
  expect([one?.name, two?.name, three?.name, names.take('Firefox').name]).toEqual([
    'Firefox',
    'Firefox 2',
    'Firefox 3',
    'Firefox 2',
  ])
})

test('a browser is named for a person, whatever it sends', () => {
  expect(
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'curl/8',
      undefined,
    ].map(browserLabel),
  ).toEqual(['Firefox on Linux', 'Safari on macOS', 'Edge on Windows', 'Browser', 'Browser'])
})
