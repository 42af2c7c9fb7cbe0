import { expect } from 'vitest'
import type { TestUser } from '../support/shop.ts'
import type { Member } from './requests.ts'

export type AccountName = Member | 'admin2'
export const accountNames: AccountName[] = ['user1', 'user2', 'creator1', 'creator2', 'admin', 'admin2']

/** A text that is in no other account's data. */
export const secretOf = (name: AccountName, what: string): string => `${what}-van-${name}-7f3a9c`

export const emailOf = (name: AccountName): string => `post.${name}.7f3a9c@gloed.test`

/** Of the guest who sends requests, and of one whose data nobody else may see. */
export const guestEmails = { guest: 'gast.7f3a9c@gloed.test', other: 'andere-gast.7f3a9c@gloed.test' }

export type People = Record<AccountName, TestUser>

/** Sends a request of the fixture, which must succeed. */
export async function post(
  person: Pick<TestUser, 'request'>,
  path: string,
  body: object = {},
  method = 'POST',
): Promise<never> {
  const answer = await person.request(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body as never
}
