import { expect, test } from '../support/app.ts'
import { approve, conversation, goTo, openSample, openSession, question, said, say } from './person.ts'

test.describe.configure({ timeout: 240_000 })

test('after a kill the open question is left over and can be sent once; the interrupted Turn says so and its caller has the result', async ({
  app,
}) => {
  await openSample(app.page)

  await test.step('killed while an approval is open', async () => {
    await say(app.page, 'ask Auth fix: wait until stopped')
    await expect(question(app.page)).toBeVisible()
    await app.kill()
    await app.restart()
    const { page } = app
    await openSession(page, 'Release checklist')
    await expect(said(page, 'The turn was cut short')).toBeVisible()
    await goTo(page, 'Inbox')
    await expect(page.getByText('Planner does not wait for this any more')).toBeVisible()
    await approve(page.getByRole('main').getByRole('article'), 'Send it now, once')
    await expect(page.getByText('Nothing waits for you').or(page.getByText('Approved', { exact: true }))).toBeVisible()
    await openSession(page, 'Auth fix')
    await expect(said(page, 'wait until stopped')).toHaveCount(1)
    await expect(conversation(page).getByText('Waiting until I am stopped…')).toBeVisible()
  })

  await test.step('killed while the target runs', async () => {
    await app.kill()
    await app.restart()
    const { page } = app
    await openSession(page, 'Auth fix')
    await expect(said(page, 'The turn was cut short')).toBeVisible()
    await expect(said(page, 'wait until stopped').filter({ hasText: 'Request' })).toHaveCount(1)
    await openSession(page, 'Release checklist')
    await expect(said(page, 'Resultfrom')).toHaveCount(1)
    await expect(said(page, 'Resultfrom')).toContainText('Interrupted')
    await expect(said(page, /^The result .*came back/)).toHaveCount(1)
  })

  await test.step('nothing is doubled or runs again by another start', async () => {
    await app.restart()
    const { page } = app
    await goTo(page, 'Deliveries')
    await expect(page.getByRole('grid', { name: 'Deliveries' }).locator('[data-delivery]')).toHaveCount(2)
    await expect(page.getByRole('navigation', { name: 'Now' })).not.toContainText('working')
    await goTo(page, 'Inbox')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
  })
})
