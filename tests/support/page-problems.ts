import type { ConsoleMessage, Page } from '@playwright/test'

/** Collects what must never happen in a window: a violation of the content security policy, an uncaught error. */
export function watchPage(page: Page, problems: Set<string>): void {
  const read = (message: ConsoleMessage): void => {
    const text = message.text()
    if (text.includes('Content Security Policy')) problems.add(text)
  }
  const note = (error: Error): void => void problems.add(`uncaught: ${error.stack ?? error.message}`)
  page.on('console', read)
  page.on('pageerror', note)
  void readEarlier(page, read, note)
}

/** What was said before the listeners were there. */
async function readEarlier(page: Page, read: (message: ConsoleMessage) => void, note: (error: Error) => void) {
  try {
    for (const message of await page.consoleMessages()) read(message)
    for (const error of await page.pageErrors()) note(error)
  } catch {
    // Closed already.
  }
}
