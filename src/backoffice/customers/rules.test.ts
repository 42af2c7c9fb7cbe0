import { expect, it } from 'vitest'
import { describeRoleLoss, formatSignedMinutes, findChangeRefusal } from './rules.ts'

const member = { id: 'a', deleteAfter: null, isLastAdmin: false }

it.each([
  ['of another', member, 'b', null],
  ['of nobody that is known yet', member, undefined, null],
  ['one’s own', member, 'a', 'eigen account'],
  ['that of the last admin', { ...member, isLastAdmin: true }, 'a', 'enige beheerder'],
  ['closed', { ...member, deleteAfter: '2026-12-01T00:00:00Z' }, 'b', 'gesloten'],
] as const)('an account is %s: why it is fixed says so', (_, of, own, why) => {
  const said = findChangeRefusal(of, own)
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
] as const)('who goes from %s to %s loses %s', (before, after, loss) => {
  const said = describeRoleLoss(before, after)
  if (loss === null) expect(said).toBeNull()
  else expect(said).toMatch(loss)
})

it.each([
  [5, '+5'],
  [-3, '−3'],
])('%i is written with its sign', (minutes, text) => {
  expect(formatSignedMinutes(minutes)).toBe(text)
})
