import { parseSync } from 'vite'

export interface Comment {
  /** The text without its delimiters, on one line. */
  text: string
  line: number
}

/** The comments of a TypeScript or JavaScript file; successive lines that begin with `//` are one. */
export function readComments(file: string, text: string): Comment[] {
  const comments: (Comment & { end: number })[] = []
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const before = comments.at(-1)
    const line = text.slice(0, start).split('\n').length
    if (type === 'Line' && before && /^\r?\n[ \t]*$/.test(text.slice(before.end, start)))
      Object.assign(before, { text: `${before.text} ${value.trim()}`, end })
    else comments.push({ text: withoutAsterisks(value), line, end })
  }
  return comments.map(comment => ({ text: comment.text, line: comment.line }))
}

const withoutAsterisks = (value: string): string =>
  value
    .replace(/^\*/, '')
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()

/** Whether a comment begins with a pronoun in the place of a noun; a question may. */
export const opensWithPronoun = (comment: string): boolean =>
  /^(What|Who|Whose|Those)\b/.test(comment) && !/^[^.:;]*\?/.test(comment)

const asking = [
  'ask',
  'tell',
  'say',
  'know',
  'show',
  'see',
  'decide',
  'check',
  'choose',
  'learn',
  'hear',
  'explain',
]
  .flatMap(verb => [verb, `${verb}s`, `${verb}ing`])
  .concat('told', 'said', 'matter')
const whatForNoun = new RegExp(`(?<!\\b(?:${asking.join('|')}) )\\bwhat\\b(?! if\\b)`, 'i')
const whoForNoun =
  /\b(of|for|from|by|with|in|to|on|at|than|as|and|or|but|about|only|also|that|except) who(?:se)?\b/i

/**
 * Whether a comment has a clause in the place of a noun: it opens with a pronoun; or has "that which"; or "what" other than after
 * a verb of asking, telling or knowing; or "who" or "whose" after a preposition or a conjunction. Questions, quotations and code
 * are left out.
 */
export function hasClauseForNoun(comment: string): boolean {
  const prose = comment.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, '…').replace(/[^.!?]*\?/g, '')
  return (
    opensWithPronoun(comment) ||
    /\bthat which\b/.test(prose) ||
    whatForNoun.test(prose) ||
    whoForNoun.test(prose)
  )
}
