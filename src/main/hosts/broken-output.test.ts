import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { outliveOutput } from './broken-output.ts'

test('a terminal that went away is written to without an error that nobody handles', async () => {
  let writes = 0
  const gone = new Writable({
    write(_chunk, _encoding, done) {
      writes += 1
      done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))
    },
  })
  outliveOutput([gone])
  const failed = new Promise<void>((resolve) => gone.once('error', () => resolve()))
  gone.write('one\n')
  await failed
  gone.write('two\n')
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(writes).toBe(1)
})
