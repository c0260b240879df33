/**
 * What a person can ask of the rehearsal, in English and Chinese. Pure: any text gives an intent and nothing throws.
 * Words are matched loosely, because a person types them as they would to a model.
 */
export type Intent =
  | { readonly kind: 'ask'; readonly target: string; readonly task: string }
  | { readonly kind: 'tell'; readonly target: string; readonly message: string }
  | { readonly kind: 'new'; readonly title: string | null; readonly task: string }
  | { readonly kind: 'find'; readonly query: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'say'; readonly text: string }
  /** `ms` null: until somebody stops it. */
  | { readonly kind: 'wait'; readonly ms: number | null; readonly next: Intent | null }
  | { readonly kind: 'fail'; readonly reason: string }
  /** Not understood, or understood but incomplete. */
  | { readonly kind: 'unknown' }

export type Language = 'en' | 'zh'
export type Command = { readonly intent: Intent; readonly language: Language }

/** A command stands at the start of a text; beyond this many characters everything belongs to what is to be sent. */
const LONGEST_COMMAND = 4096
const LONGEST_WAIT_MS = 60 * 60_000
const DEFAULT_WAIT_MS = 3000

export function parseCommand(text: string): Command {
  const trimmed = text.trim()
  const language: Language = /\p{Script=Han}/u.test(verbOf(trimmed)) ? 'zh' : 'en'
  const head = trimmed.slice(0, LONGEST_COMMAND).trimEnd()
  return { intent: extend(parseIntent(head), trimmed.slice(head.length)), language }
}

function extend(intent: Intent, rest: string): Intent {
  if (rest === '') return intent
  switch (intent.kind) {
    case 'ask':
    case 'new':
      return { ...intent, task: intent.task + rest }
    case 'tell':
      return { ...intent, message: intent.message + rest }
    case 'say':
      return { ...intent, text: intent.text + rest }
    case 'wait':
      return { ...intent, next: intent.next === null ? null : extend(intent.next, rest) }
    case 'find':
    case 'list':
    case 'fail':
    case 'unknown':
      return intent
  }
}

/** The start of the text decides its language: an English command may name a Chinese session. */
function verbOf(text: string): string {
  return [...text].slice(0, 4).join('')
}

function parseIntent(text: string): Intent {
  const plain = text.replace(POLITE_EN, '')
  return parseEnglish(plain) ?? parseChinese(text) ?? { kind: 'unknown' }
}

const POLITE_EN =
  /^(?:(?:hi|hello|hey|ok|okay|now)[,!.\s]+)?(?:(?:please|kindly|could you|can you|would you|will you)[,\s]+)*/iu
const POLITE_ZH = /^(?:你好[，,！!\s]*)?(?:请你|麻烦你|麻烦|帮我|帮忙|请帮我|请帮忙|请|现在|那就|再)?\s*/u

/** A name in quotes, or words without any. */
const QUOTED = String.raw`(?:"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|《([^》]+)》|'([^']+)')`
/** What may follow a quoted name: what it is, or whose. */
const AFTER_NAME = String.raw`(\s+(?:session|agent|chat|(?:of|by|from)\s+\S+(?:\s+(?:session|agent))?))?`

type Rule = { readonly pattern: RegExp; readonly read: (groups: readonly string[]) => Intent | null }

const ENGLISH: readonly Rule[] = [
  rule(
    String.raw`wait\s+(?:until|till|for)\s+(?:i\s+|you(?:'re|\s+are)\s+|it\s+is\s+)?(?:stop|cancel|abort)\w*(?:\s+(?:you|it))?[.!]*`,
    () => wait(null, ''),
  ),
  rule(
    String.raw`wait(?:\s+for(?=\s+\S+\s*(?:ms|s|m|h)))?(?:\s+(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?)?(?:\s*[,;.]?\s*(?:and\s+)?then\s+(.+)|[.!]*)`,
    ([amount = '', unit = '', rest = '']) => wait(duration(amount, unit), rest),
  ),
  rule(
    String.raw`(?:fail|crash)(?:\s+(?:now|please|(?:this|the)\s+turn))?[.!]*(?:\s*[:,]\s*|\s+(?:with|because(?:\s+of)?)\s+|$)(.*)`,
    ([reason = '']) => ({ kind: 'fail', reason: clean(reason) }),
  ),
  rule(String.raw`(?:say|echo|repeat)(?:\s*:\s*|\s+)(.+)`, ([said = '']) => say(said)),
  rule(
    String.raw`(?:list|show)(?:\s+me)?(?:\s+(?:all|the|my|our|open|other|every))*(?:\s+(?:sessions?|agents?|chats?))?[.!?]*`,
    () => ({ kind: 'list' }),
  ),
  rule(String.raw`(?:which|what)\s+sessions?\s+(?:are|exist|do)\b.*`, () => ({ kind: 'list' })),
  rule(
    String.raw`(?:find|search|look)(?:\s+(?:for|up))?(?:\s+(?:the|a|any|all|my))?(?:\s+sessions?\s+(?:about|on|with|that\s+mentions?|named|called|for))?(?:\s*:\s*|\s+)(.+)`,
    ([query = '']) => find(query),
  ),
  rule(
    String.raw`which\s+sessions?\s+(?:is\s+about|talks?\s+about|mentions?|knows?\s+(?:about\s+)?|has|have|worked\s+on|works\s+on)\s+(.+)`,
    ([query = '']) => find(query),
  ),
  rule(
    String.raw`(?:(?:create|start|open|make|spawn)\s+)?(?:a\s+|the\s+)?new(?:\s+(?:session|chat))?(?:\s+(?:called|named|titled))?\s+${QUOTED}(?:\s*[:,-]\s*|\s+(?:to|and|for|that|which)\s+|\s+)(.+)`,
    (groups) => create(pick(groups, 0, 6), groups[6] ?? ''),
  ),
  rule(
    String.raw`(?:(?:create|start|open|make|spawn)\s+)?(?:a\s+|the\s+)?new\s+(?:session|chat)\s+(?:called|named|titled)\s+([^:]{1,255}):\s*(.+)`,
    ([title = '', task = '']) => create(title, task),
  ),
  rule(
    String.raw`(?:(?:create|start|open|make|spawn)\s+)(?:a\s+)?(?:new\s+)?(?:session|chat)(?:\s*[:,-]\s*|\s+(?:to|and|for|that|which)\s+|\s+)(.+)`,
    ([task = '']) => create(null, task),
  ),
  rule(
    String.raw`(?:a\s+)?new(?:\s+(?:session|chat))?(?:\s*[:,-]\s*|\s+(?:to|and|for|that|which)\s+|\s+)(.+)`,
    ([task = '']) => create(null, task),
  ),
  rule(String.raw`let\s+(.+?)\s+know(?:\s*[:,]\s*|\s+(?:that\s+)?)(.+)`, ([target = '', message = '']) =>
    tell(target, message),
  ),
  rule(
    String.raw`(?:tell|notify|inform|message|remind)\s+${QUOTED}${AFTER_NAME}(?:\s*[:,]\s*|\s+(?:that|to|about|of)\s+|\s+)(.+)`,
    (groups) => tell(named(groups), groups[7] ?? ''),
  ),
  rule(
    String.raw`(?:tell|notify|inform|message|remind)\s+(.+?)(?:\s*:\s*|\s+(?:that|to|about)\s+)(.+)`,
    ([target = '', message = '']) => tell(target, message),
  ),
  rule(
    String.raw`(?:tell|notify|inform|message|remind)\s+((?:the\s+|my\s+|our\s+)?.+?\s+(?:session|agent|chat))[,\s]\s*(.+)`,
    ([target = '', message = '']) => tell(target, message),
  ),
  rule(
    String.raw`(?:ask|have|get|let|delegate\s+to)\s+${QUOTED}${AFTER_NAME}(?:\s*[:,]\s*|\s+to\s+|\s+)(.+)`,
    (groups) => ask(named(groups), groups[7] ?? ''),
  ),
  rule(String.raw`(?:ask|get)\s+(.+?)(?:\s*:\s*|\s+to\s+)(.+)`, ([target = '', task = '']) => ask(target, task)),
  rule(
    String.raw`(?:ask|have|get|let)\s+((?:the\s+|my\s+|our\s+)?.+?\s+(?:session|agent|chat))[,\s]\s*(.+)`,
    ([target = '', task = '']) => ask(target, task),
  ),
  rule(
    String.raw`ask\s+(.+?)\s+((?:about|for|whether|if|how|what|when|where|which|who|why)\b.+)`,
    ([target = '', task = '']) => ask(target, task),
  ),
  rule(String.raw`(?:delegate|hand|give)\s+(.+)\s+to\s+(.+)`, ([task = '', target = '']) => ask(target, task)),
  rule(String.raw`send\s+(.+)\s+to\s+(.+)`, ([message = '', target = '']) => tell(target, message)),
]

const CHINESE: readonly Rule[] = [
  rule(
    String.raw`(?:等待|等)\s*(?:直到|到)\s*(?:我|你)?\s*(?:被|叫你|让你|喊)?\s*(?:停止|停下|停|取消|中止)(?:为止)?[。！!]*`,
    () => wait(null, ''),
  ),
  rule(
    String.raw`(?:等待|等)\s*(?:一下|一会儿|一会)?\s*(?:(\d+(?:\.\d+)?)\s*(毫秒|秒钟|秒|分钟|分|小时|个小时|s|ms|m)?)?\s*(?:[，,、]?\s*(?:然后|再|之后)\s*(.+)|[。！!]*)`,
    ([amount = '', unit = '', rest = '']) => wait(duration(amount, unit), rest),
  ),
  rule(String.raw`(?:失败|报错|出错|崩溃)(?:吧|一次)?(?:\s*[：:，,]\s*|[。！!]*$)(.*)`, ([reason = '']) => ({
    kind: 'fail',
    reason: clean(reason),
  })),
  rule(String.raw`(?:说一句|说|复述|重复|回复)\s*[：:，,]?\s*(.+)`, ([said = '']) => say(said)),
  rule(
    String.raw`(?:列出|列一下|列举|显示|查看|看看|列表)\s*(?:一下)?\s*(?:所有|全部|现有|当前|我)?(?:的)?\s*(?:会话|智能体)?\s*(?:列表)?[。！!？?]*`,
    () => ({ kind: 'list' }),
  ),
  rule(String.raw`(?:有)?哪些会话[。！!？?]*`, () => ({ kind: 'list' })),
  rule(
    String.raw`(?:查找|搜索|寻找|搜一下|搜|找一下|找一找|找找|找到|找)\s*(?:一下)?\s*(?:关于|有关|提到|提到过)?\s*[：:]?\s*(.+?)(?:\s*(?:的|相关的?)\s*会话)?[。！!？?]*`,
    ([query = '']) => find(query),
  ),
  rule(String.raw`哪个会话\s*(?:是|在|有|提到|知道|关于|讲|做)?(?:关于|过|了)?\s*(.+?)[。！!？?]*`, ([query = '']) =>
    find(query),
  ),
  rule(
    String.raw`(?:新建|新开|创建|开|建)\s*(?:一个|个)?\s*(?:新的|新)?\s*(?:会话|对话)\s*(?:叫做|叫|名为|命名为)?\s*${QUOTED}\s*[：:，,]?\s*(?:来|去|让它|并)?\s*(.+)`,
    (groups) => create(pick(groups, 0, 6), groups[6] ?? ''),
  ),
  rule(
    String.raw`(?:新建|新开|创建|开|建|新)\s*(?:一个|个)?\s*(?:新的|新)?\s*(?:会话|对话)\s*[：:，,]?\s*(?:来|去|让它|并)?\s*(.+)`,
    ([task = '']) => create(null, task),
  ),
  rule(
    String.raw`(?:告诉|通知|转告|知会|提醒)\s*(?:一下)?\s*${QUOTED}\s*(?:的?\s*(?:会话|对话|智能体))?\s*[：:，,]?\s*(?:说)?\s*(.+)`,
    (groups) => tell(pick(groups, 0, 6), groups[6] ?? ''),
  ),
  rule(
    String.raw`(?:告诉|通知|转告|知会|提醒)\s*(?:一下)?\s*(.+?)\s*(?:会话|对话)\s*[：:，,]?\s*(?:说)?\s*(.+)`,
    ([target = '', message = '']) => tell(target, message),
  ),
  rule(
    String.raw`(?:告诉|通知|转告|知会|提醒)\s*(?:一下)?\s*(\S+?)(?:\s*[：:，,]\s*|\s+)(.+)`,
    ([target = '', message = '']) => tell(target, message),
  ),
  rule(
    String.raw`(?:让|请|叫|要求|委托|派|问一下|问问|问)\s*${QUOTED}\s*(?:的?\s*(?:会话|对话|智能体))?\s*[：:，,]?\s*(?:去|来)?\s*(.+)`,
    (groups) => ask(pick(groups, 0, 6), groups[6] ?? ''),
  ),
  rule(
    String.raw`(?:让|请|叫|要求|委托|派|问一下|问问|问)\s*(.+?)\s*(?:会话|对话)\s*[：:，,]?\s*(?:去|来)?\s*(.+)`,
    ([target = '', task = '']) => ask(target, task),
  ),
  rule(
    String.raw`(?:让|叫|要求|委托|派|问一下|问问|问)\s*(\S+?)(?:\s*[：:，,]\s*|\s+)(.+)`,
    ([target = '', task = '']) => ask(target, task),
  ),
]

function parseEnglish(text: string): Intent | null {
  return firstOf(ENGLISH, text)
}

/** 请 may be a courtesy or the verb itself, so both readings are tried. */
function parseChinese(text: string): Intent | null {
  return firstOf(CHINESE, text.replace(POLITE_ZH, '')) ?? firstOf(CHINESE, text)
}

function firstOf(rules: readonly Rule[], text: string): Intent | null {
  for (const { pattern, read } of rules) {
    const match = pattern.exec(text)
    const intent = match === null ? null : read(match.slice(1).map((group) => group ?? ''))
    if (intent !== null) return intent
  }
  return null
}

function rule(source: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(`^${source}$`, 'isu'), read }
}

function pick(groups: readonly string[], from: number, to: number): string {
  return groups.slice(from, to).find((group) => group !== '') ?? ''
}

/** A quoted name, with the agent's name where one follows it. */
function named(groups: readonly string[]): string {
  return `${pick(groups, 0, 6)}${/\s(?:of|by|from)\s/iu.test(groups[6] ?? '') ? (groups[6] ?? '') : ''}`
}

function ask(target: string, task: string): Intent | null {
  const name = cleanTarget(target)
  return name === '' || clean(task) === '' ? null : { kind: 'ask', target: name, task: clean(task) }
}

function tell(target: string, message: string): Intent | null {
  const name = cleanTarget(target)
  return name === '' || clean(message) === '' ? null : { kind: 'tell', target: name, message: clean(message) }
}

function create(title: string | null, task: string): Intent | null {
  if (clean(task) === '') return null
  const name = title === null ? '' : clean(title)
  return { kind: 'new', title: name === '' ? null : [...name].slice(0, 255).join(''), task: clean(task) }
}

function find(query: string): Intent | null {
  const text = unquote(clean(query).replace(/[?？。.!！]+$/u, ''))
  return text === '' ? null : { kind: 'find', query: text }
}

function say(text: string): Intent | null {
  return clean(text) === '' ? null : { kind: 'say', text: unquote(clean(text)) }
}

function wait(ms: number | null, rest: string): Intent {
  return { kind: 'wait', ms, next: clean(rest) === '' ? null : parseIntent(clean(rest)) }
}

function duration(amount: string, unit: string): number {
  const value = Number(amount)
  if (amount === '' || !Number.isFinite(value)) return DEFAULT_WAIT_MS
  return Math.min(LONGEST_WAIT_MS, Math.round(value * unitMs(unit.toLowerCase())))
}

function unitMs(unit: string): number {
  if (unit === 'ms' || unit.startsWith('milli') || unit === '毫秒') return 1
  if (unit.startsWith('h') || unit.includes('小时')) return 3_600_000
  if (unit.startsWith('m') || unit.startsWith('分')) return 60_000
  return 1000
}

function clean(text: string): string {
  return text.trim()
}

/** Leaves the name itself: without article, quotes, and the word "session". */
function cleanTarget(text: string): string {
  const bare = unquote(clean(text))
    .replace(/^(?:the|my|our|that)\s+/iu, '')
    .replace(/^(?:session|agent|会话)\s+(?=\S)/iu, '')
    .replace(/\s+(?:session|agent|chat)$/iu, '')
    .replace(/\s*(?:的?会话|的?智能体)$/u, '')
    .replace(/^(?:session|agent|chat)$/iu, '')
  return unquote(bare.trim())
}

function unquote(text: string): string {
  const match = new RegExp(`^${QUOTED}$`, 'su').exec(text)
  return match === null ? text : (match.slice(1).find((group) => group !== undefined) ?? text).trim()
}
