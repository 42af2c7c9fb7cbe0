import { expect, it } from 'vitest'
import type { Role } from '../../wire/roles.ts'
import { expiryFrom, isSessionOpen, lastUseOf } from './sessionLifetime.rules.ts'

const now = new Date('2026-11-25T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const days = (count: number) => 24 * count

it.each<[Role, number, number, boolean]>([
  ['ADMIN', days(6.9), 11.9, true],
  ['ADMIN', days(1), 12, false],
  ['ADMIN', days(7), 0, false],
  ['MODEL', days(179), days(29.9), true],
  ['USER', days(179), days(29.9), true],
  ['USER', days(31), days(30), false],
  ['USER', days(180), 0, false],
])('a login of %s, %d hours old and used %d hours ago, is open: %s', (role, age, idle, isOpen) => {
  const lifetime = { createdAt: hoursAgo(age), expiresAt: expiryFrom(hoursAgo(idle)) }
  expect(isSessionOpen(role, lifetime, now)).toBe(isOpen)
  expect(lastUseOf(lifetime.expiresAt)).toEqual(hoursAgo(idle))
})
