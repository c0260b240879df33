import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import {
  approve,
  composer,
  conversation,
  goTo,
  openSample,
  openSession,
  question,
  said,
  say,
  sessionList,
  sessionRow,
} from './person.ts'

test.describe.configure({ timeout: 240_000 })

function menuOf(page: Page, name: string, item: string): Promise<void> {
  return sessionRow(page, name)
    .click({ button: 'right' })
    .then(() => page.getByRole('menuitem', { name: item }).click())
}

async function newSession(page: Page, agent: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New session' }).click()
  const dialog = page.getByRole('dialog', { name: 'New session' })
  await dialog.getByRole('radio', { name: agent }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

test('sessions are made, named, pinned, thrown away, restored and found [U01] [U03] [L01] [L08] [L11]', async ({
  app: { page },
}) => {
  await openSample(page)
  await newSession(page, 'Coder', 'Smoke test')

  await test.step('Enter that chooses a word in an input method does not end a new name [U01]', async () => {
    await page.getByTitle('Change the name').click()
    const field = page.getByRole('textbox', { name: 'Name of the session' })
    await field.fill('烟雾')
    await field.dispatchEvent('compositionstart')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
    await expect(field).toBeVisible()
    await field.dispatchEvent('compositionend')
    await field.press('End')
    await field.pressSequentially('测试')
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: '烟雾测试', exact: true })).toBeVisible()
    await expect(sessionRow(page, '烟雾测试')).toBeVisible()
  })

  await test.step('nor does it send a half-written message [U01]', async () => {
    await composer(page).fill('说 你好')
    await composer(page).dispatchEvent('compositionstart')
    await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
    await composer(page).dispatchEvent('compositionend')
    await expect(composer(page)).toHaveValue('说 你好')
    await expect(conversation(page).getByRole('article')).toHaveCount(0)
  })

  await test.step('each session keeps its own draft, over a reload too [U03]', async () => {
    await openSession(page, 'Flaky e2e')
    await expect(composer(page)).toHaveValue('')
    await composer(page).fill('a draft of Flaky')
    await openSession(page, '烟雾测试')
    await expect(composer(page)).toHaveValue('说 你好')
    await page.reload()
    await expect(composer(page)).toHaveValue('说 你好')
    await openSession(page, 'Flaky e2e')
    await expect(composer(page)).toHaveValue('a draft of Flaky')
    await composer(page).fill('')
  })

  await test.step('opening one does not move it [L08]', async () => {
    const order = (): Promise<readonly string[]> =>
      sessionList(page).getByRole('option').locator('.name').allTextContents()
    const before = await order()
    await openSession(page, 'Onboarding copy')
    await openSession(page, 'Rate limit review')
    expect(await order()).toEqual(before)
  })

  await test.step('pinned, it stands first', async () => {
    await menuOf(page, 'Onboarding copy', 'Pin')
    await page.mouse.move(0, 0)
    await expect(sessionList(page).getByRole('option').first()).toContainText('Onboarding copy')
    await menuOf(page, 'Onboarding copy', 'Unpin')
    await page.mouse.move(0, 0)
    await expect(sessionList(page).getByRole('option').first()).not.toContainText('Onboarding copy')
  })

  await test.step('thrown away it is read only, is found, and comes back [L11]', async () => {
    await menuOf(page, 'Flaky e2e', 'Move to the trash')
    await expect(sessionRow(page, 'Flaky e2e')).toBeHidden()
    await page.getByRole('combobox', { name: 'Search sessions' }).fill('coupon request')
    const found = page.getByRole('listbox', { name: 'Found' })
    await expect(found).toContainText('in the trash')
    await found
      .getByRole('option')
      .filter({ has: page.locator('mark') })
      .first()
      .click()
    await expect(said(page, 'before the coupon request has come back')).toBeInViewport()
    await expect(composer(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(composer(page)).toBeEnabled()
    await page.getByRole('combobox', { name: 'Search sessions' }).fill('')
    await expect(sessionRow(page, 'Flaky e2e')).toBeVisible()
  })

  await test.step('with more than 20, in a window too tall to scroll, each can be reached [L01]', async () => {
    for (let n = 1; n <= 13; n += 1) await newSession(page, 'Planner', `Extra ${n}`)
    await page.setViewportSize({ width: 1280, height: 2000 })
    await expect(page.getByText('26 sessions', { exact: true })).toBeVisible()
    await expect(sessionList(page).getByRole('option')).toHaveCount(26)
    await expect(sessionRow(page, 'Token audit, Q3')).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

test('a running Turn is stopped, replaced, retried and left out, and its session’s mark says what it does [L09]', async ({
  app: { page },
}) => {
  await openSample(page)
  const mark = (name: string, what: string): Promise<void> =>
    expect(sessionRow(page, name).getByRole('img', { name: what })).toBeVisible()

  await test.step('stop', async () => {
    await say(page, 'wait until stopped')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await mark('Release checklist', 'Running')
    await openSession(page, 'Auth fix')
    await mark('Release checklist', 'Running')
    await page.reload()
    await mark('Release checklist', 'Running')
    await openSession(page, 'Release checklist')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(said(page, 'The turn was stopped')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  })

  await test.step('stop and send', async () => {
    await say(page, 'wait until stopped')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await composer(page).fill('say this instead')
    await page.getByRole('button', { name: 'Stop and send' }).click()
    await expect(said(page, /^this instead$/)).toBeVisible()
    await expect(said(page, 'The turn was stopped')).toHaveCount(2)
  })

  await test.step('a failed Turn says why and is run again', async () => {
    await say(page, 'fail because of the test')
    const failed = said(page, 'The turn failed')
    await expect(failed).toContainText('the test')
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(said(page, 'Run again below.')).toHaveCount(1)
    await expect(said(page, 'The turn failed')).toHaveCount(2)
    await openSession(page, 'Auth fix')
    await mark('Release checklist', 'Failed')
  })

  await test.step('a message is left out of what models see, and put back', async () => {
    const own = said(page, 'Do that, and add a test that restarts in between.')
    await own.hover()
    await own.getByRole('button', { name: 'More about this message' }).click()
    await page.getByRole('menuitem', { name: 'Leave out of what models see' }).click()
    await expect(own).toContainText('left out of what models see')
    await own.hover()
    await own.getByRole('button', { name: 'More about this message' }).click()
    await page.getByRole('menuitem', { name: 'Show to models again' }).click()
    await expect(own).not.toContainText('left out of what models see')
  })

  await test.step('what ended or asks behind one’s back is marked, over a reload too', async () => {
    await openSession(page, 'Release checklist')
    await say(page, 'ask Flaky e2e: which run was red?')
    await expect(question(page)).toBeVisible()
    await openSession(page, 'Onboarding copy')
    await mark('Release checklist', 'Waits for your answer')
    await page.reload()
    await mark('Release checklist', 'Waits for your answer')
    await goTo(page, 'Inbox')
    await approve(page.getByRole('main').getByRole('article'))
    await goTo(page, 'Sessions')
    await openSession(page, 'Onboarding copy')
    await mark('Release checklist', 'New, not read yet')
    await page.reload()
    await mark('Release checklist', 'New, not read yet')
    await openSession(page, 'Release checklist')
    await mark('Release checklist', 'Idle')
  })
})
