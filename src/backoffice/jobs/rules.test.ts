import { expect, test } from 'vitest'
import { redactJobData } from './rules.ts'

test('shows ids, numbers and enum values only', () => {
  const mailId = '019aa6a4-0000-7000-8000-000000000001'
  expect(
    redactJobData({
      mailId,
      kind: 'ORDER',
      tries: 3,
      isLate: true,
      email: 'sam@gloed.test',
      name: 'Sam',
      token: 'q'.repeat(43),
      nested: { email: 'sam@gloed.test' },
    }),
  ).toEqual({
    mailId,
    kind: 'ORDER',
    tries: 3,
    isLate: true,
    email: '…',
    name: '…',
    token: '…',
    nested: '…',
  })
})

test.each([null, undefined, 'tekst', 3])('returns nothing to show for %j', data =>
  expect(redactJobData(data)).toEqual({}),
)
