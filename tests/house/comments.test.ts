import { expect, it, test } from 'vitest'
import { hasClauseForNoun, opensWithPronoun, readComments } from './comments.ts'

test('successive line comments are one comment, and a block has no asterisks', () => {
  const text = [
    '/**',
    ' * Counts units.',
    ' * @throws Problem NOT_FOUND',
    ' */',
    'const a = 1 // of one line',
    '',
    '// The first half',
    '// and the second.',
    'const url = "http://no.comment"',
  ].join('\n')
  expect(readComments('a.ts', text)).toEqual([
    { text: 'Counts units. @throws Problem NOT_FOUND', line: 1 },
    { text: 'of one line', line: 5 },
    { text: 'The first half and the second.', line: 7 },
  ])
})

it.each(['What is not needed goes.', 'Who is signed in may pay.', 'Whose order it is.', 'Those that wait.'])(
  '“%s” begins with a pronoun in the place of a noun',
  comment => {
    expect(opensWithPronoun(comment)).toBe(true)
    expect(hasClauseForNoun(comment)).toBe(true)
  },
)

it.each([
  'Keeps what was written.',
  'Mails for who is signed in.',
  'The rows of whose quarter is closed.',
  'Not that which was asked.',
  'Is it late? Then what is left goes.',
])('“%s” has a clause in the place of a noun', comment => {
  expect(opensWithPronoun(comment)).toBe(false)
  expect(hasClauseForNoun(comment)).toBe(true)
})

it.each([
  'What happens when the node stops? The lease expires.',
  'Says what is missing.',
  'The user who signed in, whose cart is kept.',
  'Reads `what` and "what is this".',
  'Whoever comes first gets those.',
])('“%s” has none', comment => {
  expect(hasClauseForNoun(comment)).toBe(false)
})
