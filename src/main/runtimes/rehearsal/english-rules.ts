import {
  AFTER_NAME,
  QUOTED,
  ask,
  clean,
  create,
  duration,
  find,
  named,
  pick,
  rule,
  say,
  tell,
  wait,
  type Rule,
} from './intent.ts'

/** The first rule that fits decides, so the narrow ones stand first. */
export const ENGLISH: readonly Rule[] = [
  rule(
    String.raw`wait\s+(?:until|till|for)\s+(?:i\s+|you(?:'re|\s+are)\s+|it\s+is\s+)?(?:stop|cancel|abort)\w*(?:\s+(?:you|it))?[.!]*`,
    (_, parse) => wait(null, '', parse),
  ),
  rule(
    String.raw`wait(?:\s+for(?=\s+\S+\s*(?:ms|s|m|h)))?(?:\s+(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?)?(?:\s*[,;.]?\s*(?:and\s+)?then\s+(.+)|[.!]*)`,
    ([amount = '', unit = '', rest = ''], parse) => wait(duration(amount, unit), rest, parse),
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
    String.raw`(?:a\s+)?new(?:\s*:\s*|\s+(?:session|chat)(?:\s*[:,-]\s*|\s+(?:to|and|for|that|which)\s+|\s+))(.+)`,
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
