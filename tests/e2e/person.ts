import { expect, type Locator, type Page } from '@playwright/test'

/** What a person does at the window, in the words that the window shows (English). Nothing here waits on time. */

/** From the first run into the sample workspace; its first conversation is open. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await expect(page.getByRole('heading', { name: 'Release checklist' })).toBeVisible()
}

export function goTo(page: Page, screen: 'Inbox' | 'Sessions' | 'Deliveries' | 'Agents' | 'Settings'): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click()
}

export function sessionList(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Sessions', exact: true })
}

export function sessionRow(page: Page, name: string): Locator {
  return sessionList(page)
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
}

export async function openSession(page: Page, name: string): Promise<void> {
  await goTo(page, 'Sessions')
  await sessionRow(page, name).click()
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Message / })
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
}

/** The same for a long text, as a paste brings it: all at once. Typing thousands of lines takes a browser many seconds anywhere. */
export async function sayLong(page: Page, text: string): Promise<void> {
  await composer(page).evaluate((field, pasted) => {
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, pasted)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
}

export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: 'Conversation' })
}

/** One message or delivered block of the open conversation that holds this text. */
export function said(page: Page, text: string | RegExp): Locator {
  return conversation(page).getByRole('article').filter({ hasText: text })
}

/** The open question in the conversation. */
export function question(page: Page): Locator {
  return conversation(page).getByRole('region', { name: 'Approval' })
}

/** Does what answers until the card asks no more: in its first instants it takes no answer, so that no key meant for another one hits it. */
export async function answerWith(card: Locator, act: () => Promise<void>): Promise<void> {
  const asks = card.getByRole('group', { name: 'Your answer' })
  await expect(asks).toBeVisible()
  await expect(async () => {
    if (await asks.isVisible()) await act()
    await expect(asks).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

export function approve(card: Locator, name = 'Approve and send'): Promise<void> {
  return answerWith(card, () => card.getByRole('button', { name }).click({ timeout: 2_000 }))
}
