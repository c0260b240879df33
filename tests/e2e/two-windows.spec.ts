import { expect, test } from '../support/app.ts'
import { approve, goTo, openSample, question, say } from './person.ts'

test.describe.configure({ timeout: 240_000 })

test('two browsers show the same: one answer holds, keys outlive reloads and restarts, and are revoked [A09] [A20]', async ({
  app,
  host,
  openBrowser,
}) => {
  test.skip(host !== 'web', 'browsers come in through the web host only')
  const { page } = app
  await openSample(page)
  const link = /^For another browser: (\S+)$/m.exec(app.output())?.[1] ?? ''
  const elsewhere = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  const other = await elsewhere.newPage()

  await test.step('a link lets a browser in once; the key stays with the browser', async () => {
    await other.goto(link)
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(other.url()).not.toContain('token')
    await other.reload()
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
    const third = await (await openBrowser()).newContext({ locale: 'en-US' })
    const late = await third.newPage()
    await late.goto(link)
    await expect(late.getByText('This browser is not known here')).toBeVisible()
    await third.close()
  })

  await test.step('answered in one, the other says by whom', async () => {
    await say(page, 'ask Auth fix: which branch?')
    await expect(question(page)).toBeVisible()
    await goTo(other, 'Inbox')
    const card = other.getByRole('main').getByRole('article')
    await expect(card.getByRole('button', { name: 'Approve and send' })).toBeVisible()
    await approve(question(page))
    await expect(card.getByRole('status')).toContainText(/^Approved at .+ by /)
    await expect(card.getByRole('button', { name: 'Approve and send' })).toBeHidden()
  })

  await test.step('answered in both at once, it is sent once and both show the same', async () => {
    await say(page, 'ask Flaky e2e: which run was red?')
    await expect(question(page)).toBeVisible()
    await goTo(other, 'Inbox')
    await goTo(page, 'Inbox')
    const cards = [page, other].map((each) => each.getByRole('main').getByRole('article'))
    await Promise.all(cards.map((card) => approve(card)))
    for (const each of [page, other]) {
      await goTo(each, 'Deliveries')
      await expect(
        each
          .getByRole('grid')
          .locator('[data-delivery]')
          .filter({ hasText: 'which run was red?' })
          .filter({ hasText: 'Request' }),
      ).toHaveCount(1)
    }
  })

  await test.step('a window that loses its host says so and comes back by itself', async () => {
    await app.kill()
    await expect(other.getByText('The connection to the core was lost')).toBeVisible()
    await app.restart()
    await expect(other.getByText('The connection to the core was lost')).toBeHidden({ timeout: 30_000 })
    await expect(other.getByText('Live', { exact: true })).toBeVisible()
  })

  await test.step('who is there is shown, and shut out at once', async () => {
    await goTo(app.page, 'Settings')
    await app.page.getByRole('link', { name: /^Browsers/ }).click()
    const row = app.page.getByRole('row').filter({ hasText: /(?<!not )connected/ })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^Revoke/ }).click()
    await app.page
      .getByRole('alertdialog')
      .or(app.page.getByRole('dialog'))
      .getByRole('button', { name: 'Revoke' })
      .click()
    await expect(other.getByText('This browser is not known here')).toBeVisible()
    await other.reload()
    await expect(other.getByText('This browser is not known here')).toBeVisible()
  })
  await elsewhere.close()
})
