import { expect, test } from 'vitest'
import { redactTokens } from './log.ts'
import { redactedReason } from './redact.ts'

const token = 'q'.repeat(43)

test.each([
  [new Error('550 no such mailbox <sam@gloed.test>'), '550 no such mailbox <…>'],
  [new Error(`GET /reset?token=abc%20def gave 500`), 'GET /reset?token=… gave 500'],
  [new Error(`session ${token} is gone`), 'session … is gone'],
  [new Error('refused BE71096123456769'), 'refused …'],
  [
    new Error('Failed query: insert into users\nparams: sam@gloed.test,Sam'),
    'Failed query: insert into users',
  ],
  [
    new Error('query', { cause: new Error('duplicate key value violates "users_email"') }),
    'duplicate key value violates "users_email"',
  ],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['gewoon een tekst', 'gewoon een tekst'],
])('%o becomes %j', (error, text) => expect(redactedReason(error)).toBe(text))

test('a long reason is cut off', () => expect(redactedReason(new Error('ab '.repeat(500)))).toHaveLength(300))

test('keeps text without secrets', () => expect(redactTokens('order 2026-000042')).toBe('order 2026-000042'))
