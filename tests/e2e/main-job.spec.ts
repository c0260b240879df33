import { expect, test } from '../support/app.ts'
import {
  answerWith,
  approve,
  composer,
  conversation,
  goTo,
  openSample,
  openSession,
  question,
  said,
  say,
  sessionRow,
} from './person.ts'

// A real host under a loaded machine.
test.describe.configure({ timeout: 180_000 })

const TASK = 'finish the auth fix and report back'

test('a session asks another, a person approves, and the result comes back by itself', async ({ app: { page } }) => {
  await openSample(page)

  await test.step('the question stands in the conversation and in the Inbox, with the exact text and the target', async () => {
    await say(page, `ask the auth session to ${TASK}`)
    await expect(question(page)).toContainText('wants to send this to')
    await expect(question(page)).toContainText('Auth fix')
    await expect(question(page).getByText(TASK, { exact: true })).toBeVisible()
    await expect(
      sessionRow(page, 'Release checklist').getByRole('img', { name: 'Waits for your answer' }),
    ).toBeVisible()

    await goTo(page, 'Inbox')
    const card = page.getByRole('main').getByRole('article')
    await expect(card.getByRole('heading', { name: 'Planner' })).toBeVisible()
    await expect(card.getByRole('heading', { name: 'Auth fix' })).toBeVisible()
    await expect(card.getByText(TASK, { exact: true })).toBeVisible()
    await expect(card).toContainText('a result comes back')
    await expect(page).toHaveTitle('(1) Inbox · Session Relay')
  })

  await test.step('meanwhile both sessions can be used', async () => {
    await openSession(page, 'Auth fix')
    await say(page, 'say the target still answers')
    await expect(said(page, /^the target still answers$/)).toBeVisible()
    await openSession(page, 'Release checklist')
    await say(page, 'say after the question')
    await expect(page.getByText('Your message waits:')).toBeVisible()
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('Your message waits:')).toBeHidden()
  })

  await test.step('approved by mouse, it is sent, and its result comes back in a Turn of its own', async () => {
    await approve(question(page))
    await expect(conversation(page).getByText(/^The request to “Auth fix” was accepted/)).toBeVisible()
    const result = said(page, 'Resultfrom')
    await expect(result).toContainText('Succeeded')
    await expect(result.getByRole('link', { name: 'Auth fix' })).toBeVisible()
    await expect(said(page, 'The result of “Auth fix” came back')).toBeVisible()

    await result.getByRole('link', { name: 'Auth fix' }).click()
    const request = said(page, TASK).filter({ hasText: 'approved by you' })
    await expect(request).toContainText('Request')
    await expect(request.getByRole('link', { name: 'Release checklist' })).toBeVisible()
    await expect(said(page, 'Returned to Release checklist')).toContainText('read')
    await request.getByRole('link', { name: 'Release checklist' }).click()
    await expect(page.getByRole('region', { name: 'Release checklist' })).toBeVisible()
  })
})

test('a question is answered by key, with an edited text, and with a no', async ({ app: { page } }) => {
  await openSample(page)

  await test.step('by key, while the empty composer has the focus', async () => {
    await say(page, 'ask Auth fix: which branch?')
    await expect(question(page)).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await answerWith(question(page), () => page.keyboard.press('ControlOrMeta+Enter'))
    await expect(said(page, 'The result of “Auth fix” came back')).toBeVisible()
  })

  await test.step('what is being written is not taken for an answer', async () => {
    await say(page, 'ask Flaky e2e: how many runs were red?')
    await expect(question(page)).toBeVisible()
    await composer(page).fill('say queued')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Your message waits:')).toBeVisible()
    await expect(question(page)).toBeVisible()
  })

  await test.step('edited, the target gets the edited text', async () => {
    await goTo(page, 'Inbox')
    const card = page.getByRole('main').getByRole('article')
    await card.getByRole('button', { name: 'Edit', exact: true }).click()
    await card.getByRole('textbox').first().fill('how many runs were red since Friday?')
    await card.getByRole('button', { name: 'See what changed' }).click()
    await expect(card.locator('ins')).toContainText('since Friday')
    await approve(card, 'Approve my version')
    await openSession(page, 'Flaky e2e')
    await expect(
      said(page, 'how many runs were red since Friday?').filter({ hasText: 'approved by you, edited' }),
    ).toBeVisible()
    await openSession(page, 'Release checklist')
    await expect(conversation(page).getByText(/You changed the text; this was sent/)).toBeVisible()
  })

  await test.step('denied with a reason, nothing is sent and the agent says so', async () => {
    await expect(said(page, 'The result of “Flaky e2e” came back')).toBeVisible()
    await say(page, 'ask Rate limit review: merge it')
    await expect(question(page)).toBeVisible()
    await composer(page).press('Tab')
    await page.keyboard.press('d')
    await expect(page.getByRole('textbox', { name: 'Why not? Planner reads it.' })).toBeFocused()
    await page.keyboard.type('not before the review')
    await answerWith(question(page), () => page.keyboard.press('ControlOrMeta+Enter'))
    await expect(said(page, 'You denied it, so nothing was sent.')).toBeVisible()
    await openSession(page, 'Rate limit review')
    await expect(said(page, 'merge it')).toHaveCount(0)
    await goTo(page, 'Inbox')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
    await page
      .getByRole('listbox', { name: 'Approvals' })
      .getByRole('option', { name: /Rate limit review/ })
      .click()
    await expect(page.getByText('Your reason: not before the review')).toBeVisible()
  })
})
