import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { formatGuestCookie, GUEST_SECONDS, mustRenew, parseGuestCookie } from './guestCookie.rules.ts'

const now = new Date('2026-11-25T12:00:00Z')
const seconds = now.getTime() / 1000
const guestId = randomUUID()

it('reads its own value back, for thirty days', () => {
  const cookie = { guestId, issuedAt: seconds - GUEST_SECONDS + 1 }
  expect(parseGuestCookie(formatGuestCookie(cookie), now)).toEqual(cookie)
  const stale = { guestId, issuedAt: seconds - GUEST_SECONDS }
  expect(parseGuestCookie(formatGuestCookie(stale), now)).toBeNull()
})

it.each(['', '.', guestId, `${guestId}.`, `${guestId}.A`, `${guestId}.1.2`, `' or 1=1.1`, `${guestId} .1`])(
  'reads nothing from %j',
  text => expect(parseGuestCookie(text, now)).toBeNull(),
)

it('is renewed once a day', () => {
  expect(mustRenew({ guestId, issuedAt: seconds - 24 * 3600 + 1 }, now)).toBe(false)
  expect(mustRenew({ guestId, issuedAt: seconds - 24 * 3600 }, now)).toBe(true)
})
