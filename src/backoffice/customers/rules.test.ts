import { expect, it } from 'vitest'
import { describeRoleLoss, formatSignedMinutes, findChangeRefusal, findSignOutRefusal } from './rules.ts'

const customer = { id: 'a', deleteAfter: null, isLastAdmin: false }

it.each([
  ['of another', customer, 'b', null],
  ['of nobody that is known yet', customer, undefined, null],
  ['one’s own', customer, 'a', 'eigen account'],
  ['that of the last admin', { ...customer, isLastAdmin: true }, 'a', 'enige administrator'],
  ['closed', { ...customer, deleteAfter: '2026-12-01T00:00:00Z' }, 'b', 'gesloten'],
] as const)('returns the reason why an account that is %s is fixed', (_, of, own, why) => {
  const said = findChangeRefusal(of, own)
  if (why === null) expect(said).toBeNull()
  else expect(said).toContain(why)
})

it.each([
  ['of another', customer, null],
  ['of another, who is the last admin', { ...customer, isLastAdmin: true }, null],
  ['one’s own', { ...customer, id: 'b' }, 'Beveiliging'],
  ['closed', { ...customer, deleteAfter: '2026-12-01T00:00:00Z' }, 'gesloten'],
] as const)('returns the reason why an account that is %s can’t be signed out', (_, of, why) => {
  const said = findSignOutRefusal(of, 'b')
  if (why === null) expect(said).toBeNull()
  else expect(said).toContain(why)
})

it.each([
  ['USER', 'MODEL', null],
  ['MODEL', 'ADMIN', null],
  ['ADMIN', 'ADMIN', null],
  ['ADMIN', 'MODEL', /^Dit beheer/],
  ['MODEL', 'USER', /^Eigen toys/],
  ['ADMIN', 'USER', /^Dit beheer.*Eigen toys/],
] as const)('lists the rights that a user loses from %s to %s: %s', (before, after, loss) => {
  const said = describeRoleLoss(before, after)
  if (loss === null) expect(said).toBeNull()
  else expect(said).toMatch(loss)
})

it.each([
  [5, '+5'],
  [-3, '−3'],
])('formats %i with its sign', (minutes, text) => {
  expect(formatSignedMinutes(minutes)).toBe(text)
})
