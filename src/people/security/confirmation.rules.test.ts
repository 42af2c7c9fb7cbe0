import { describe, expect, it, test } from 'vitest'
import type { ConfirmationMethod } from '../accounts/contract.ts'
import { confirmationMethods, isConfirmed } from './confirmation.rules.ts'

const none = { hasPasskeys: false, hasCodes: false }
const both = { hasPasskeys: true, hasCodes: true }

test.each([
  ['USER', none, ['PASSWORD']],
  ['USER', both, ['PASSKEY', 'CODE', 'PASSWORD']],
  ['MODEL', { ...none, hasCodes: true }, ['CODE', 'PASSWORD']],
  ['ADMIN', none, ['PASSWORD']],
  ['ADMIN', { ...none, hasCodes: true }, ['CODE']],
  ['ADMIN', { ...none, hasPasskeys: true }, ['PASSKEY']],
  ['ADMIN', both, ['PASSKEY', 'CODE']],
] as const)('%s with %o confirms with %o', (role, steps, methods) => {
  expect(confirmationMethods(role, steps)).toEqual(methods)
})

describe('a login', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const confirmed = (by: ConfirmationMethod, secondsAgo: number) => ({
    confirmedAt: new Date(now.getTime() - secondsAgo * 1000),
    confirmedBy: by,
  })
  const all: ConfirmationMethod[] = ['PASSKEY', 'CODE', 'PASSWORD']

  it('is confirmed for fifteen minutes', () => {
    expect(isConfirmed(confirmed('PASSWORD', 0), all, 'recent', now)).toBe(true)
    expect(isConfirmed(confirmed('PASSWORD', 15 * 60 - 1), all, 'recent', now)).toBe(true)
    expect(isConfirmed(confirmed('PASSWORD', 15 * 60), all, 'recent', now)).toBe(false)
  })

  it('is not confirmed by a method that the account does not accept, such as a password before it had a second step', () => {
    expect(isConfirmed(confirmed('PASSWORD', 1), ['CODE'], 'recent', now)).toBe(false)
    expect(isConfirmed(confirmed('CODE', 1), ['CODE'], 'recent', now)).toBe(true)
  })

  it('is not confirmed when that was never stored', () => {
    expect(isConfirmed({ confirmedAt: null, confirmedBy: null }, all, 'recent', now)).toBe(false)
  })

  it('is confirmed by the password of the input itself, where the account accepts one', () => {
    const never = { confirmedAt: null, confirmedBy: null }
    expect(isConfirmed(never, all, 'password', now)).toBe(true)
    expect(isConfirmed(never, ['PASSKEY', 'CODE'], 'password', now)).toBe(false)
    expect(isConfirmed(confirmed('CODE', 1), ['PASSKEY', 'CODE'], 'password', now)).toBe(true)
  })
})
