import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Role } from '../../../wire/roles.ts'
import {
  expiryFrom,
  isExtensionDue,
  isSessionOpen,
  lastUseOf,
  openWithoutExtension,
} from './sessionLifetime.rules.ts'

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

it('a login that was made and expires late enough is open and not to be extended, whatever its role but an admin’s', () => {
  const { createdAfter, expiresAfter } = openWithoutExtension(now)
  const hour = fc.integer({ min: -1, max: days(181) }).map(hoursAgo)
  // Around the times themselves, to the millisecond.
  const near = (time: Date) => fc.integer({ min: -2, max: 2 }).map(ms => new Date(time.getTime() + ms))
  const createdAt = fc.oneof(hour, near(createdAfter))
  const expiresAt = fc.oneof(hour.map(expiryFrom), near(expiresAfter))
  fc.assert(
    fc.property(fc.constantFrom('USER', 'MODEL'), createdAt, expiresAt, (role, created, expires) => {
      const lifetime = { createdAt: created, expiresAt: expires }
      const isOpen = isSessionOpen(role, lifetime, now)
      const isSettled = isOpen && !isExtensionDue(lifetime, now)
      expect(created > createdAfter && expires > expiresAfter).toBe(isSettled)
    }),
  )
})
