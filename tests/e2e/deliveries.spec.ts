import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { approve, goTo, openSample, openSession, question, said, say } from './person.ts'

test.describe.configure({ timeout: 180_000 })

function rows(page: Page): Locator {
  return page.getByRole('grid', { name: 'Deliveries' }).locator('[data-delivery]')
}

async function pick(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: filter }).click()
  await page.getByRole('menuitemcheckbox', { name: value }).click()
  await page.keyboard.press('Escape')
}

test('requests and results stand in Deliveries, live, in full, linked both ways, and filters combine', async ({
  app: { page },
}) => {
  await openSample(page)
  await goTo(page, 'Deliveries')
  await expect(page.getByText('Nothing has been delivered yet')).toBeVisible()
  await openSession(page, 'Release checklist')
  await say(page, 'ask Auth fix: which branch?')
  await approve(question(page))
  await expect(said(page, 'The result of “Auth fix” came back')).toBeVisible()

  await test.step('a long request is shown live while it runs', async () => {
    await say(page, 'ask Flaky e2e: wait until stopped')
    await approve(question(page))
    await expect(said(page, 'The request to “Flaky e2e” was accepted')).toBeVisible()
    await goTo(page, 'Deliveries')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).filter({ hasText: 'wait until stopped' })).toContainText('Delivering')
    await openSession(page, 'Flaky e2e')
    await page.getByRole('button', { name: 'Stop' }).click()
    await goTo(page, 'Deliveries')
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).filter({ hasText: 'wait until stopped' }).first()).toContainText('Interrupted')
  })

  await test.step('one in full: envelope, text, receipts, and the other one a link away', async () => {
    await rows(page).filter({ hasText: 'which branch?' }).filter({ hasText: 'Request' }).click()
    const detail = page.getByRole('complementary', { name: 'Delivery' })
    for (const receipt of ['Approved by you', 'Accepted', 'Started', 'Consumed', 'Result accepted', 'Result consumed'])
      await expect(detail.getByText(receipt, { exact: true })).toBeVisible()
    await expect(detail.getByText('which branch?', { exact: true })).toBeVisible()
    await expect(detail.getByText('completion, wakes the sender')).toBeVisible()
    await expect(detail.getByRole('button', { name: /^Copy the id/ }).first()).toBeVisible()

    await detail.getByRole('link', { name: /^Result/ }).click()
    await expect(detail.getByText('Result id', { exact: true })).toBeVisible()
    await expect(detail.getByText('Answers', { exact: true })).toBeVisible()
    await detail.getByRole('link', { name: /^Request/ }).click()
    await expect(detail.getByText('Request id', { exact: true })).toBeVisible()
    await detail.getByRole('link', { name: /Auth fix/ }).click()
    await expect(said(page, 'which branch?').filter({ hasText: 'approved by you' })).toBeInViewport()
  })

  await test.step('filters by status, session and direction combine', async () => {
    await goTo(page, 'Deliveries')
    await pick(page, 'Outcome', 'Interrupted')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('search').getByRole('button', { name: 'Session', exact: true }).click()
    await page.getByPlaceholder('Find a session').fill('Flaky')
    await page.getByRole('option', { name: /Flaky e2e/ }).click()
    await expect(rows(page)).toHaveCount(2)
    await pick(page, 'Direction', 'Received by the session')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Request')
    await pick(page, 'Status', 'Failed')
    await expect(page.getByText('No delivery matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('search').getByRole('searchbox').fill('branch')
    await expect(rows(page)).toHaveCount(2)
  })
})
