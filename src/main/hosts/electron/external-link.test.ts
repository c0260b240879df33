import { expect, test } from 'vitest'
import { externalLink } from './external-link.ts'

test('only web and mail addresses leave the app, as they were parsed', () => {
  expect(
    [
      'https://example.com/a b',
      'HTTP://EXAMPLE.com',
      'mailto:ada@example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ms-settings:privacy',
      'smb://server/share',
      'vbscript:x',
      ' \u0000https://example.com',
      'https://user:secret@example.com',
      'app://relay/index.html',
      '/relative',
      '',
    ].map(externalLink),
  ).toEqual([
    'https://example.com/a%20b',
    'http://example.com/',
    'mailto:ada@example.com',
    null,
    null,
    null,
    null,
    null,
    'https://example.com/',
    null,
    null,
    null,
    null,
  ])
})
