import { CHINESE } from './chinese-rules.ts'
import { ENGLISH } from './english-rules.ts'
import type { Intent, Rule } from './intent.ts'

/*
 * Reads what a person asks of the rehearsal, in English and Chinese. Pure: any text gives an intent and nothing throws.
 * Words are matched loosely, because a person types them as they would to a model.
 */

export type Language = 'en' | 'zh'
export type Command = { readonly intent: Intent; readonly language: Language }

/** A command stands at the start of a text; beyond this many characters everything belongs to what is to be sent. */
const LONGEST_COMMAND = 4096

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
    const intent =
      match === null
        ? null
        : read(
            match.slice(1).map((group) => group ?? ''),
            parseIntent,
          )
    if (intent !== null) return intent
  }
  return null
}
