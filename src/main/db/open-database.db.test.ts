import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { appendAuditTx } from './audit-log.ts'
import { writeTx } from './write-tx.ts'

it('opens a new store and finds it again', async () => {
  await using test = await openTestDatabase()
  const { storeId, generation } = test.db
  writeTx(test.db, (tx) => appendAuditTx(tx, { at: 1, actor: 'person', subjectType: 'agent', subjectId: 'a', event: 'made', detail: {} }))
  const again = await test.reopen()
  expect({ storeId: again.storeId, generation: again.generation }).toEqual({ storeId, generation })
})
