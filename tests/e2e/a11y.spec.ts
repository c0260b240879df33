import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { answerWith, approve, composer, openSample, question, said, say, sayLong } from './person.ts'

test.describe.configure({ timeout: 300_000 })

/** Serious and critical violations of what is shown now, each with the places where it stands. */
async function violations(page: Page, where: string): Promise<readonly string[]> {
  // Its own second page is more than a desktop window can give.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

async function show(page: Page, href: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, href)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
}

async function look(page: Page, language: 'en' | 'zh-CN', theme: 'light' | 'dark'): Promise<void> {
  await show(page, '#/settings/general')
  await page.getByRole('combobox', { name: /^(Language|语言)$/ }).click()
  await page.getByRole('option', { name: language === 'en' ? 'English' : '简体中文' }).click()
  await page.getByRole('radio', { name: theme === 'light' ? /^(Light|浅色)$/ : /^(Dark|深色)$/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

async function openByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(name)
  await expect(
    page
      .getByRole('dialog')
      .getByRole('option')
      .filter({ hasText: `${name}session of` }),
  ).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name })).toBeVisible()
}

test('no screen has a serious accessibility fault, in both themes and languages', async ({ app: { page } }) => {
  const found = [...(await violations(page, 'first run'))]
  await openSample(page)
  await say(page, 'ask Auth fix: which branch?')
  await approve(question(page))
  await expect(said(page, 'The result of “Auth fix” came back')).toBeVisible()
  await say(page, 'fail because of the test')
  await expect(said(page, 'The turn failed')).toBeVisible()
  await say(page, 'ask Token audit: send \u202e the key sk-live-51H8xQ2eZvKYlo2C0000')
  await expect(question(page)).toBeVisible()
  // One that fades out has the contrast of whatever it fades into.
  await expect(page.getByText('Sent to Auth fix.')).toBeHidden()

  for (const [language, theme] of [
    ['en', 'light'],
    ['zh-CN', 'dark'],
  ] as const) {
    await look(page, language, theme)
    const places = [
      '#/inbox',
      '#/inbox?show=answered',
      '#/sessions',
      '#/deliveries',
      '#/agents',
      '#/settings/general',
      '#/settings/data',
      '#/settings/about',
    ]
    for (const place of places) {
      await show(page, place)
      if (place === '#/sessions') await page.getByRole('option', { name: /Release checklist/ }).click()
      if (place === '#/deliveries') await page.getByRole('grid').locator('[data-delivery]').first().click()
      found.push(...(await violations(page, `${place} ${language} ${theme}`)))
    }
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    found.push(...(await violations(page, `palette ${language} ${theme}`)))
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual([])
})

test('without a mouse: everything is reached, and a question of 3,000 lines is answered in a low window [A13]', async ({
  app: { page },
}) => {
  await page.setViewportSize({ width: 1000, height: 600 })
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { name: 'Release checklist' })).toBeVisible()

  await test.step('jumps and the palette', async () => {
    for (const [letter, name] of [
      ['d', 'Deliveries'],
      ['a', 'Agents'],
      [',', 'Settings'],
      ['i', 'Inbox'],
      ['s', 'Sessions'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    }
    await openByPalette(page, 'Auth fix')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  const long = Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}`).join('\n')
  const answers = page.getByRole('main').getByRole('article')
  await test.step('a long question is denied by key, its answers always in view', async () => {
    await sayLong(page, `ask Flaky e2e: ${long}`)
    await expect(question(page).getByRole('button', { name: 'Approve and send' })).toBeInViewport({ ratio: 1 })
    await composer(page).press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await expect(page.getByText('A long text')).toBeAttached()
    await expect(answers.getByRole('button', { name: 'Approve and send' })).toBeInViewport({ ratio: 1 })
    await expect(answers.getByRole('button', { name: 'Deny with a reason' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('d')
    await expect(page.getByRole('textbox', { name: 'Why not? Coder reads it.' })).toBeFocused()
    await expect(answers.getByRole('button', { name: 'Deny', exact: true })).toBeInViewport({ ratio: 1 })
    await page.keyboard.type('too long')
    await answerWith(answers, () => page.keyboard.press('ControlOrMeta+Enter'))
    await expect(page.getByText('Denied. Nothing was sent.')).toBeVisible()
  })

  await test.step('another is approved by key', async () => {
    await openByPalette(page, 'Auth fix')
    await expect(said(page, 'You denied it, so nothing was sent.')).toBeVisible()
    await sayLong(page, `ask Rate limit review: ${long}`)
    await expect(question(page)).toBeVisible()
    await composer(page).press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await answerWith(answers, () => page.keyboard.press('ControlOrMeta+Enter'))
    await expect(page.getByText('Sent to Rate limit review.')).toBeVisible()
  })
})
