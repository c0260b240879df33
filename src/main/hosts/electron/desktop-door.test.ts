import { expect, test, vi } from 'vitest'
import type { DoorMessage } from '#shared/ipc/door.ts'
import { createEventHub } from '../../ipc/event-hub.ts'
import type { Router } from '../../ipc/router.ts'
import { FakeContents, FakeIpcMain } from '#tests/support/fake-electron.ts'
import { createManualClock } from '#tests/support/manual-clock.ts'
import { createDesktopDoor } from './desktop-door.ts'

function setUp() {
  const clock = createManualClock()
  const hub = createEventHub({ clock, bootId: 'boot', onError: vi.fn() })
  const call = vi.fn<Router['call']>(() => Promise.resolve({ ok: true, value: 'answer' }))
  const ipcMain = new FakeIpcMain()
  const isOurs = (url: string): boolean => url.startsWith('app://relay/')
  const door = createDesktopDoor({ ipcMain, router: { call }, hub, isOurs })
  const contents = new FakeContents()
  const messages: DoorMessage[] = []
  contents.listeners.add((message) => void messages.push(message))
  const tell = async (): Promise<void> => {
    hub.publish({ type: 'agents-changed' })
    clock.advance(16)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const request = { route: 'app.hello', input: {} }
  return { ipcMain, door, contents, messages, call, tell, request }
}

const refused = { ok: false, error: { code: 'REFUSED', message: expect.any(String) as unknown } }

test('the main frame of a window of ours is answered, by the name that the host gave it', async () => {
  const { ipcMain, door, contents, call, request } = setUp()
  door.admit(contents, 'Desktop window')
  expect(await ipcMain.invoke(contents, contents.mainFrame, request)).toEqual({ ok: true, value: 'answer' })
  expect(call).toHaveBeenCalledWith(request, { windowName: 'Desktop window', host: 'desktop', keyId: null })
})

test('nobody else is: other contents, inner frames, gone frames, foreign pages', async () => {
  const { ipcMain, door, contents, call, request } = setUp()
  expect(await ipcMain.invoke(contents, contents.mainFrame, request)).toEqual(refused)
  const shutOut = door.admit(contents, 'Desktop window')
  expect(await ipcMain.invoke(contents, { url: 'app://relay/index.html' }, request)).toEqual(refused)
  expect(await ipcMain.invoke(contents, null, request)).toEqual(refused)
  contents.mainFrame = { url: 'https://evil.example/' }
  expect(await ipcMain.invoke(contents, contents.mainFrame, request)).toEqual(refused)
  contents.mainFrame = { url: 'app://relay/index.html' }
  shutOut()
  expect(await ipcMain.invoke(contents, contents.mainFrame, request)).toEqual(refused)
  expect(call).not.toHaveBeenCalled()
})

test("events begin with a page's first call and count anew for the next page", async () => {
  const { ipcMain, door, contents, messages, tell, request } = setUp()
  door.admit(contents, 'Desktop window')
  await tell()
  await ipcMain.invoke(contents, contents.mainFrame, request)
  await tell()
  await tell()
  door.pageLeft(contents)
  await tell()
  await ipcMain.invoke(contents, contents.mainFrame, request)
  await tell()
  expect(
    messages.flatMap((message) => (message.type === 'events' ? message.events.map(({ seq }) => seq) : [])),
  ).toEqual([1, 2, 1])
})

test('a destroyed window is sent nothing', async () => {
  const { ipcMain, door, contents, messages, tell, request } = setUp()
  door.admit(contents, 'Desktop window')
  await ipcMain.invoke(contents, contents.mainFrame, request)
  contents.destroyed = true
  await tell()
  door.open(contents, { kind: 'approval', approvalId: 'a' })
  expect(messages).toEqual([])
})
