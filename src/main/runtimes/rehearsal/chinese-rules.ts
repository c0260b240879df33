import { QUOTED, ask, clean, create, duration, find, pick, rule, say, tell, wait, type Rule } from './intent.ts'

/** The first rule that fits decides, so the narrow ones stand first. */
export const CHINESE: readonly Rule[] = [
  rule(
    String.raw`(?:等待|等)\s*(?:直到|到)\s*(?:我|你)?\s*(?:被|叫你|让你|喊)?\s*(?:停止|停下|停|取消|中止)(?:为止)?[。！!]*`,
    (_, parse) => wait(null, '', parse),
  ),
  rule(
    String.raw`(?:等待|等)\s*(?:一下|一会儿|一会)?\s*(?:(\d+(?:\.\d+)?)\s*(毫秒|秒钟|秒|分钟|分|小时|个小时|s|ms|m)?)?\s*(?:[，,、]?\s*(?:然后|再|之后)\s*(.+)|[。！!]*)`,
    ([amount = '', unit = '', rest = ''], parse) => wait(duration(amount, unit), rest, parse),
  ),
  rule(String.raw`(?:失败|报错|出错|崩溃)(?:吧|一次)?(?:\s*[：:，,]\s*|[。！!]*$)(.*)`, ([reason = '']) => ({
    kind: 'fail',
    reason: clean(reason),
  })),
  rule(String.raw`(?:说一句|说(?![明服法])|复述|重复)\s*[：:，,]?\s*(.+)`, ([said = '']) => say(said)),
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
