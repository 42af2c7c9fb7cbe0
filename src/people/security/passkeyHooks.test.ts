import { expect, it } from 'vitest'
import { canUsePasskeys } from './hooks.ts'

it.each([
  ['https://gloed.example', true],
  ['http://localhost:3000', true],
  ['http://shop.localhost', true],
  ['http://gloed.example', false],
  ['http://127.0.0.1:3000', false],
  ['https://203.0.113.7', false],
  ['https://[2001:db8::1]', false],
])('passkeys at %s: %s', (origin, expected) => expect(canUsePasskeys(origin)).toBe(expected))
