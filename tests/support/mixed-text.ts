import fc from 'fast-check'

/** Words as people and programs write them, in many scripts and forms. */
export const mixedWords: readonly string[] = [
  'parser', 'Parser', 'the', 'a', 'db', 'I', 'error', 'ERR_42', 'src/main/index.ts', 'C:\\temp\\a.txt', 'foo_bar', 'fooBar', 'x', '0x1F',
  '会话', '用户', '雨', '昨晚', '服务端', '的', '計画', '重跑gen-flow后', '修改parser服务端的计划',
  'ユーザー', 'ﾕｰｻﾞｰ', '認証', 'データベース', 'ﾃﾞｰﾀ', 'か\u3099', '한국어', '한국어'.normalize('NFD'), '세션', 'ค้นหา', 'เซสชัน', 'नमस्ते', 'Straße', 'ΟΔΟΣ', 'ὀδός',
  'café', 'cafe\u0301', 'naïve', 'x\u030c', 'İstanbul', 'ﬁle', 'Ｆｕｌｌ', '１２３', '½', '™',
  '👩‍💻', '👍🏽', '🇩🇪', '❤️', '𝒜', '\u{20000}', '"quoted"', "it's", 'AND', 'OR', 'NOT', 'NEAR(a b)', '*', 'a*b', '(', ')', '-', '--', '^x', '{col}:', '%', '_', '\\', "'", '"',
  '\u200d', '\u200b', '\ufeff', '\u202e', '\u0301', '\u0000', '\ud800', '\u{10ff41}',
]

const separator = fc.constantFrom('', '', ' ', ' ', '\n', '\u3000', '、', '。', ', ')

/** Mixed-script text of up to some forty words, often without blanks between them, sometimes with any other characters. */
export const mixedText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...mixedWords) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) }), separator), {
    maxLength: 40,
  })
  .map((pieces) => pieces.flat().join(''))
