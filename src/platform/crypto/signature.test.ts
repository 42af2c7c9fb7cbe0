import { expect, it } from 'vitest'
import { isSameSecret, sign, signWebhook } from './signature.ts'

it('signs as RFC 4231 has it (test case 2)', () => {
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  expect(signWebhook('Jefe', 'what do ya want for nothing?')).toBe(hex)
  const text = sign(Buffer.from('Jefe'), 'what do ya want for nothing?')
  expect(Buffer.from(text, 'base64url').toString('hex')).toBe(hex)
})

it.each([
  ['abc', 'abc', true],
  ['', '', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  ['', 'abc', false],
  // Of as many characters, but not of as many bytes.
  ['é', 'e', false],
])('%j and %j are the same: %s', (given, expected, same) => expect(isSameSecret(given, expected)).toBe(same))
