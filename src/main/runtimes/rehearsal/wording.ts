import type { Candidate } from './choose-target.ts'
import type { Language } from './grammar.ts'
import type { Sent } from './script.ts'
import type { ToolAnswer } from './tool-answers.ts'

type Refusal = Extract<ToolAnswer, { ok: false }>

/** Everything the rehearsal says. Session names and quoted text stay as they are. */
export type Wording = {
  readonly help: string
  readonly notHere: string
  readonly rehearsedMark: string
  readonly toldToFail: string
  readonly waited: string
  waiting(ms: number | null): string
  listed(sessions: readonly Candidate[], more: boolean): string
  found(query: string, sessions: readonly Candidate[]): string
  whichOne(target: string, candidates: readonly Candidate[]): string
  noneFits(target: string, candidates: readonly Candidate[]): string
  asked(sent: Sent): string
  told(sent: Sent): string
  created(sent: Sent): string
  refused(refusal: Refusal): string
  rehearsedRequest(task: string): string
  resultCameBack(from: string | null, text: string): string
}

export function wordingOf(language: Language): Wording {
  return language === 'zh' ? chinese : english
}

const MOST_SHOWN = 8

function lines(candidates: readonly Candidate[], line: (candidate: Candidate) => string): string {
  return candidates
    .slice(0, MOST_SHOWN)
    .map((candidate) => `- ${line(candidate)}`)
    .join('\n')
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function nameEn(candidate: Candidate): string {
  return `“${candidate.sessionName}” (${candidate.agentName})`
}

function nameZh(candidate: Candidate): string {
  return `「${candidate.sessionName}」（${candidate.agentName}）`
}

const english: Wording = {
  help: [
    'This is the rehearsal: a script, no AI. It understands:',
    '- ask the <session> session to <task> and report back',
    '- tell the <session> session that <message>',
    '- new session: <task>',
    '- find <words> / list',
    '- say <text> / wait 5s / wait until stopped / fail',
  ].join('\n'),
  notHere:
    'This is the rehearsal: a script, no AI. Nobody is at a window in this Turn, so it finds and asks no other session.',
  rehearsedMark: 'This was rehearsed: a script wrote it and no AI worked on it.',
  toldToFail: 'The rehearsal was told to fail.',
  waited: 'Done waiting.',
  waiting: (ms) => (ms === null ? 'Waiting until I am stopped…' : `Waiting ${ms / 1000} s…`),
  listed: (sessions, more) => {
    if (sessions.length === 0) return 'I see no session.'
    const shown = lines(sessions, (candidate) => `${nameEn(candidate)}${candidate.isCurrent ? ' · this one' : ''}`)
    return `${shown}${more || sessions.length > MOST_SHOWN ? '\n\nThere are more.' : ''}`
  },
  found: (query, sessions) => {
    if (sessions.length === 0) return `No session mentions “${query}”.`
    const shown = lines(
      sessions,
      (candidate) => `${nameEn(candidate)}${candidate.evidence[0] === undefined ? '' : `: ${candidate.evidence[0]}`}`,
    )
    return `${sessions.length === 1 ? 'One session fits' : `${sessions.length} sessions fit`} “${query}”:\n${shown}`
  },
  whichOne: (target, candidates) =>
    `Which one do you mean by “${target}”? ${candidates.length} fit equally well, so I have asked none of them:\n${lines(candidates, (candidate) => `${nameEn(candidate)} · ${candidate.sessionId}`)}\n\nSay it again with the full name or the id.`,
  noneFits: (target, candidates) =>
    candidates.length === 0
      ? `No session fits “${target}”, and there is no other session. “new session: <task>” makes one.`
      : `No session fits “${target}”, so I have asked nobody. Did you mean one of these?\n${lines(candidates, nameEn)}\n\n“new session: <task>” makes another.`,
  asked: (sent) =>
    `${sent.repeated ? 'That request was already accepted' : `The request to ${sent.sessionName === null ? 'the session' : `“${sent.sessionName}”`} was accepted`}. Its result comes back here by itself; I am not waiting for it.${editedEn(sent)}\nRequest id: ${sent.requestId}`,
  told: (sent) =>
    `${sent.repeated ? 'That message was already accepted' : `The message to ${sent.sessionName === null ? 'the session' : `“${sent.sessionName}”`} was accepted`}. No answer will come back.${editedEn(sent)}\nRequest id: ${sent.requestId}`,
  created: (sent) =>
    `${sent.sessionName === null ? 'A new session' : `The new session “${sent.sessionName}”`} was made and its first request accepted. The result comes back here by itself.${editedEn(sent)}\nRequest id: ${sent.requestId}`,
  refused: (refusal) => {
    if (refusal.code === 'APPROVAL_DENIED')
      return 'You denied it, so nothing was sent. I stop here and try no other way.'
    const hint = refusal.hint === '' ? '' : ` ${refusal.hint}`
    return `It was not done: ${refusal.message}${hint}${refusal.code === null ? '' : ` (${refusal.code})`}`
  },
  rehearsedRequest: (task) =>
    `This is a rehearsal: a script answered, and no AI worked on it. I was asked:\n\n${quote(task)}\n\nNothing was done about it.`,
  resultCameBack: (from, text) =>
    `${from === null ? 'The result came back' : `The result of “${from}” came back`}:\n\n${quote(text)}`,
}

function editedEn(sent: Sent): string {
  return sent.sentMessage === null ? '' : ` You changed the text; this was sent:\n${quote(sent.sentMessage)}`
}

const chinese: Wording = {
  help: [
    '这是排练：由脚本回答，没有 AI。它听得懂：',
    '- 请让 <会话名> 会话 <任务> 并回报',
    '- 告诉 <会话名> 会话 <消息>',
    '- 新建会话：<任务>',
    '- 查找 <词语> / 列出会话',
    '- 说 <文字> / 等待 5 秒 / 等到停止 / 失败',
  ].join('\n'),
  notHere: '这是排练：由脚本回答，没有 AI。这一轮没有人在窗口前，所以不会查找或请求其他会话。',
  rehearsedMark: '这是排练：由脚本写成，没有 AI 处理过。',
  toldToFail: '排练按要求失败。',
  waited: '等完了。',
  waiting: (ms) => (ms === null ? '一直等到被停止……' : `等待 ${ms / 1000} 秒……`),
  listed: (sessions, more) => {
    if (sessions.length === 0) return '没有看到任何会话。'
    const shown = lines(sessions, (candidate) => `${nameZh(candidate)}${candidate.isCurrent ? ' · 本会话' : ''}`)
    return `${shown}${more || sessions.length > MOST_SHOWN ? '\n\n还有更多。' : ''}`
  },
  found: (query, sessions) => {
    if (sessions.length === 0) return `没有会话提到「${query}」。`
    const shown = lines(
      sessions,
      (candidate) => `${nameZh(candidate)}${candidate.evidence[0] === undefined ? '' : `：${candidate.evidence[0]}`}`,
    )
    return `有 ${sessions.length} 个会话符合「${query}」：\n${shown}`
  },
  whichOne: (target, candidates) =>
    `「${target}」指的是哪一个？有 ${candidates.length} 个同样符合，所以还没有请求任何一个：\n${lines(candidates, (candidate) => `${nameZh(candidate)} · ${candidate.sessionId}`)}\n\n请用全名或 ID 再说一次。`,
  noneFits: (target, candidates) =>
    candidates.length === 0
      ? `没有会话符合「${target}」，也没有其他会话。「新建会话：<任务>」可以新建一个。`
      : `没有会话符合「${target}」，所以没有请求任何一个。是不是其中之一？\n${lines(candidates, nameZh)}\n\n「新建会话：<任务>」可以新建一个。`,
  asked: (sent) =>
    `${sent.repeated ? '这个请求之前已被接受' : `给${sent.sessionName === null ? '该会话' : `「${sent.sessionName}」`}的请求已被接受`}。结果会自动回到这里，我不会一直等。${editedZh(sent)}\n请求 ID：${sent.requestId}`,
  told: (sent) =>
    `${sent.repeated ? '这条消息之前已被接受' : `给${sent.sessionName === null ? '该会话' : `「${sent.sessionName}」`}的消息已被接受`}。不会有回复。${editedZh(sent)}\n请求 ID：${sent.requestId}`,
  created: (sent) =>
    `${sent.sessionName === null ? '新会话' : `新会话「${sent.sessionName}」`}已建立，第一个请求已被接受。结果会自动回到这里。${editedZh(sent)}\n请求 ID：${sent.requestId}`,
  refused: (refusal) => {
    if (refusal.code === 'APPROVAL_DENIED') return '你拒绝了，所以什么都没有发送。我到此为止，不会换别的办法。'
    const hint = refusal.hint === '' ? '' : ` ${refusal.hint}`
    return `没有完成：${refusal.message}${hint}${refusal.code === null ? '' : `（${refusal.code}）`}`
  },
  rehearsedRequest: (task) =>
    `这是排练：由脚本回答，没有 AI 处理过。收到的请求是：\n\n${quote(task)}\n\n没有为此做任何事。`,
  resultCameBack: (from, text) => `${from === null ? '结果回来了' : `「${from}」的结果回来了`}：\n\n${quote(text)}`,
}

function editedZh(sent: Sent): string {
  return sent.sentMessage === null ? '' : `你改过文字，实际发送的是：\n${quote(sent.sentMessage)}\n`
}
