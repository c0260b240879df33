import { expect, test } from '../support/app.ts'
import { type Reply, says, startOpenAiServer } from '../support/openai-server.ts'
import { composer, conversation, goTo, openSample, said, say } from './person.ts'

test.describe.configure({ timeout: 240_000 })

const KEY = 'sk-test-the-right-key'
/** Tells the client not to wait before its own second try. */
const atOnce = { 'retry-after-ms': '1' }
const fault = (status: number, message: string): Reply => ({
  status,
  headers: atOnce,
  body: JSON.stringify({ error: { message } }),
})

test('an agent is made for a model; every way that its service fails is told, and nothing typed is lost', async ({
  app: { page },
}) => {
  let goOn = (): void => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  let breakOff = (): void => {}
  const whole = new Promise<void>((resolve) => (breakOff = resolve))
  let well = false
  const faults: Readonly<Record<string, Reply>> = {
    'case stream': [{ text: 'The first half ' }, { wait: held }, { text: 'and the second.' }, { finish: 'stop' }],
    'case 401': fault(401, 'Incorrect API key provided.'),
    'case 429': fault(429, 'Rate limit reached for requests.'),
    'case 500': fault(500, 'The server had an error.'),
    'case hang': 'hang',
    'case broken': [{ text: 'Half an answ' }, { wait: whole }, { reset: true }],
  }
  const server = await startOpenAiServer({
    key: KEY,
    replies: ({ body }) => {
      const messages = Array.isArray(body['messages']) ? body['messages'] : []
      const last = JSON.stringify(messages.at(-1) ?? '')
      const found = Object.entries(faults).find(([words]) => last.includes(words))?.[1]
      return well || found === undefined ? says('All is well again.') : found
    },
  })

  await openSample(page)
  await test.step('made, its key tried and replaced', async () => {
    await goTo(page, 'Agents')
    await page.getByRole('link', { name: 'Add an agent' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('It needs a name.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Local model')
    await page.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: 'Another, OpenAI-compatible' }).click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill(server.baseUrl)
    await page.getByRole('textbox', { name: 'Model' }).fill('test-model')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Local model' })).toBeVisible()

    await page.getByRole('button', { name: 'Put in a key' }).click()
    await page.getByLabel('Key', { exact: true }).fill('sk-test-a-wrong-key')
    await page.getByRole('button', { name: 'Keep and test' }).click()
    await expect(page.getByText('The key was refused')).toBeVisible()
    await expect(page.locator('body')).not.toContainText('sk-test-a-wrong-key')
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByLabel('Key', { exact: true }).fill(KEY)
    await page.getByRole('button', { name: 'Keep and test' }).click()
    await expect(page.getByText('The key was accepted')).toBeVisible()
    await expect(page.getByText('Answered a question')).toBeVisible()
  })

  await test.step('edited: what is not saved is said, and saved by key', async () => {
    await page.getByRole('textbox', { name: /^What it is told/ }).fill('Answer in one sentence.')
    await expect(page.getByText('not saved', { exact: true }).first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText(/^saved /)).toBeVisible()
    await page.getByRole('button', { name: 'New session', exact: true }).first().click()
    await expect(composer(page)).toBeVisible()
  })

  await test.step('an answer is shown while it arrives', async () => {
    await say(page, 'case stream')
    await expect(conversation(page).getByText('The first half')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    goOn()
    await expect(said(page, 'The first half and the second.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  })

  const cases = [
    ['case 401', /refused the key \(401\)/],
    ['case 429', /rate limit or quota is reached \(429\)/],
    ['case 500', /has a fault of its own \(500\)/],
    ['case broken', 'The answer broke off before its end.'],
  ] as const
  for (const [index, [words, told]] of cases.entries()) {
    await test.step(`${words}: told, kept`, async () => {
      await say(page, words)
      if (words === 'case broken') {
        await expect(conversation(page).getByText('Half an answ')).toBeVisible()
        breakOff()
      }
      await expect(said(page, 'The turn failed')).toHaveCount(index + 1)
      await expect(said(page, 'The turn failed').last()).toContainText(told)
      await expect(said(page, words).first()).toBeVisible()
    })
  }
  await expect(conversation(page).getByText('Half an answ')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look at Local model' }).last()).toBeVisible()

  await test.step('a service that hangs is stopped', async () => {
    await say(page, 'case hang')
    await expect(conversation(page).getByText('Working', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(said(page, 'The turn was stopped')).toBeVisible()
  })

  await test.step('Retry runs it again', async () => {
    well = true
    await said(page, 'The turn was stopped').getByRole('button', { name: 'Retry' }).click()
    await expect(said(page, 'All is well again.')).toBeVisible()
    expect(server.chats().at(-1)?.text).toContain('case hang')
  })
  await server.close()
})

test('language and theme change at once and stay; data is checked and backed up', async ({ app }) => {
  const { page } = app
  await openSample(page)
  await goTo(page, 'Settings')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.getByRole('radio', { name: '深色' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await app.restart()
  await expect(app.page.getByRole('navigation').getByRole('link', { name: '会话' }).first()).toBeVisible()
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await app.page.keyboard.press('g')
  await app.page.keyboard.press(',')
  await app.page.getByRole('combobox', { name: '语言' }).click()
  await app.page.getByRole('option', { name: 'English' }).click()
  await expect(app.page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await app.page.getByRole('radio', { name: 'Light' }).click()
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'light')

  await app.page.getByRole('link', { name: /^Data/ }).click()
  await app.page.getByRole('button', { name: 'Check now' }).click()
  await expect(app.page.getByText('Sound', { exact: true })).toBeVisible()
  await app.page.getByRole('button', { name: 'Back up now' }).click()
  await expect(app.page.getByRole('row').filter({ hasText: 'by you' })).toContainText('opened, sound')
})
