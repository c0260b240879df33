import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCommand } from './grammar.ts'
import type { Intent } from './intent.ts'

const ask = (target: string, task: string): Intent => ({ kind: 'ask', target, task })
const tell = (target: string, message: string): Intent => ({ kind: 'tell', target, message })
const create = (title: string | null, task: string): Intent => ({ kind: 'new', title, task })
const wait = (ms: number | null, next: Intent | null = null): Intent => ({ kind: 'wait', ms, next })

const understood: readonly (readonly [string, Intent])[] = [
  ['ask the auth session to finish the auth fix and report back', ask('auth', 'finish the auth fix and report back')],
  ['Please ask Auth fix to run the tests', ask('Auth fix', 'run the tests')],
  ['ask "Ask me to" to stop', ask('Ask me to', 'stop')],
  ['ask “Auth fix” of Backend to stop', ask('Auth fix of Backend', 'stop')],
  ['ask “Auth fix” session to stop', ask('Auth fix', 'stop')],
  ['ask auth: what is left?', ask('auth', 'what is left?')],
  ['ask the auth session whether the build is green', ask('auth', 'whether the build is green')],
  ['ask Docs about the zebra', ask('Docs', 'about the zebra')],
  [
    'Have the implementation Session finish the auth fix and bring the result back here.',
    ask('implementation', 'finish the auth fix and bring the result back here.'),
  ],
  ['could you please get the release notes session to add a line', ask('release notes', 'add a line')],
  ['delegate the flaky test to Backend', ask('Backend', 'the flaky test')],
  ['ask session 发布说明 to 写好说明', ask('发布说明', '写好说明')],
  ['ask the auth session to do this:\nline one\nline two', ask('auth', 'do this:\nline one\nline two')],
  ['tell the docs session that we ship on Monday', tell('docs', 'we ship on Monday')],
  ['tell "Docs": we ship on Monday', tell('Docs', 'we ship on Monday')],
  ['let the docs session know that we ship', tell('docs', 'we ship')],
  ['notify Docs: we ship', tell('Docs', 'we ship')],
  ['send the numbers to Docs', tell('Docs', 'the numbers')],
  ['new session: write the changelog', create(null, 'write the changelog')],
  ['new session "Changelog": write it', create('Changelog', 'write it')],
  ['create a new session called Changelog: write it', create('Changelog', 'write it')],
  ['start a session to write the changelog', create(null, 'write the changelog')],
  ['new: write the changelog', create(null, 'write the changelog')],
  ['find the zebra', { kind: 'find', query: 'zebra' }],
  ['search for TokenError 401', { kind: 'find', query: 'TokenError 401' }],
  ['which session mentions the zebra?', { kind: 'find', query: 'the zebra' }],
  ['list', { kind: 'list' }],
  ['show me all sessions', { kind: 'list' }],
  ['say hello', { kind: 'say', text: 'hello' }],
  ['say: “well, hello”', { kind: 'say', text: 'well, hello' }],
  ['wait 3s', wait(3000)],
  ['wait for 2 minutes', wait(120_000)],
  ['wait 250 ms, then say done', wait(250, { kind: 'say', text: 'done' })],
  ['wait until stopped', wait(null)],
  ['wait until I stop you', wait(null)],
  ['wait', wait(3000)],
  ['fail', { kind: 'fail', reason: '' }],
  ['fail: the disk is full', { kind: 'fail', reason: 'the disk is full' }],
  ['fail with a timeout', { kind: 'fail', reason: 'a timeout' }],
  ['new features are nice', { kind: 'unknown' }],
  ['fail over to the replica', { kind: 'unknown' }],
  ['wait for the build and then report', { kind: 'unknown' }],
  ['ask', { kind: 'unknown' }],
  ['ask the session to', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
  ['请让 发布说明 会话 写好说明并回报', ask('发布说明', '写好说明并回报')],
  ['让「发布说明」写好说明', ask('发布说明', '写好说明')],
  ['请发布说明会话写好说明', ask('发布说明', '写好说明')],
  ['让 Auth fix 会话去跑测试', ask('Auth fix', '跑测试')],
  ['问问文档会话：还差什么？', ask('文档', '还差什么？')],
  ['麻烦让后端 修好登录', ask('后端', '修好登录')],
  ['告诉文档会话：周一发布', tell('文档', '周一发布')],
  ['请通知 文档 周一发布', tell('文档', '周一发布')],
  ['新建会话：写更新日志', create(null, '写更新日志')],
  ['请新建一个会话「更新日志」：写好它', create('更新日志', '写好它')],
  ['查找 斑马', { kind: 'find', query: '斑马' }],
  ['帮我找一下关于登录的会话', { kind: 'find', query: '登录' }],
  ['列出会话', { kind: 'list' }],
  ['请列出所有的会话', { kind: 'list' }],
  ['说 你好', { kind: 'say', text: '你好' }],
  ['等待 3 秒', wait(3000)],
  ['等2分钟，然后说好了', wait(120_000, { kind: 'say', text: '好了' })],
  ['等到停止', wait(null)],
  ['说明如何部署', { kind: 'unknown' }],
  ['一直吃饭', { kind: 'unknown' }],
  ['失败', { kind: 'fail', reason: '' }],
  ['失败：磁盘满了', { kind: 'fail', reason: '磁盘满了' }],
]

describe('what the rehearsal understands', () => {
  test.each(understood)('%s', (text, intent) => {
    expect(parseCommand(text).intent).toEqual(intent)
  })

  test('takes its language from how the text starts', () => {
    expect(parseCommand('ask 发布说明 to 写好').language).toBe('en')
    expect(parseCommand('让 Docs 会话 go').language).toBe('zh')
    expect(parseCommand('🦓').language).toBe('en')
  })
})

describe('any text at all', () => {
  const verbs = [
    'ask ',
    'tell ',
    'new session ',
    'find ',
    'wait ',
    'fail: ',
    'say ',
    'let ',
    '请让',
    '告诉',
    '新建会话',
    '等待',
    '"',
    '「',
    ' to ',
    ' that ',
    ': ',
    '会话',
    '\n',
    ' then ',
  ]
  const soup = fc.array(
    fc.oneof(
      fc.constantFrom(...verbs),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 60 },
  )

  test('gives an intent whose words all come from the text', () => {
    fc.assert(
      fc.property(soup, (pieces) => {
        const text = pieces.join('')
        const { intent } = parseCommand(text)
        for (const words of wordsOf(intent)) {
          expect(words.trim()).not.toBe('')
          for (const word of words.split(/\s+/)) expect(text).toContain(word)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('of 4,096 characters is read in a moment', () => {
    const long = [
      'ask '.repeat(1024),
      `ask ${'a '.repeat(2046)}`,
      `send ${' to'.repeat(1300)}`,
      `ask the ${'session '.repeat(500)}`,
      `wait ${'then wait '.repeat(400)}`,
      `让${'会话'.repeat(2000)}`,
      `找${' '.repeat(4000)}`,
      `new session ${'"'.repeat(4000)}`,
      '🦓'.repeat(2048),
      ' '.repeat(4096),
    ]
    const start = performance.now()
    for (const text of long) parseCommand(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('of 256 KiB is read in a moment too, and loses nothing', () => {
    const task = `${'to do '.repeat(43_000)}the end`
    const start = performance.now()
    const { intent } = parseCommand(`ask Auth fix to ${task}`)
    expect(intent.kind === 'ask' && intent.target === 'Auth fix' && intent.task === task).toBe(true)
    const said = parseCommand(`说${'好'.repeat(80_000)}`).intent
    expect(said.kind === 'say' && said.text === '好'.repeat(80_000)).toBe(true)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('comes back whole as the task of a request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (task) => {
        fc.pre(task.trim() !== '')
        expect(parseCommand(`ask "Auth fix" to ${task}`).intent).toEqual(ask('Auth fix', task.trim()))
        expect(parseCommand(`让「登录」：${task}`).intent).toMatchObject({ kind: 'ask', target: '登录' })
      }),
    )
  })
})

function wordsOf(intent: Intent): readonly string[] {
  switch (intent.kind) {
    case 'ask':
      return [intent.target, intent.task]
    case 'tell':
      return [intent.target, intent.message]
    case 'new':
      return intent.title === null ? [intent.task] : [intent.title, intent.task]
    case 'find':
      return [intent.query]
    case 'say':
      return [intent.text]
    case 'wait':
      return intent.next === null ? [] : wordsOf(intent.next)
    default:
      return []
  }
}
