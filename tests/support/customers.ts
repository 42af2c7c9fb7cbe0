import { randomUUIDv7 } from 'node:crypto'
import { createLoginSession } from '../../src/people/accounts/login/session.service.ts'
import { users } from '../../src/people/accounts/table.ts'
import { addresses } from '../../src/people/addresses/table.ts'
import { someAddress } from './fixtures.ts'
import type { TestShop, TestClient } from './shop.ts'

export interface TestCustomer {
  userId: string
  email: string
  addressId: string
  call: TestClient['call']
  request: TestClient['request']
  cookie: TestClient['cookie']
}

/** Many signed-in customers with an address, without hashing a password for each. */
export async function createCustomers(shop: TestShop, size: number): Promise<TestCustomer[]> {
  const { db, now } = shop.node.platform
  const people = Array.from({ length: size }, () => {
    const id = randomUUIDv7()
    return { id, email: `${id}@gloed.test`, displayName: 'Koper', password: '-' }
  })
  const at = now()
  await db
    .insert(users)
    .values(people.map(person => ({ ...person, adultStatementAt: at, policyVersion: '-' })))
  const homes = await db
    .insert(addresses)
    .values(people.map(({ id }) => ({ ...someAddress, userId: id, isDefault: true })))
    .returning()
  return Promise.all(
    people.map(async ({ id, email }) => {
      const cookie = `gloed_session=${await createLoginSession(db, id, at)}`
      const visitor = shop.newClient()
      return {
        userId: id,
        email,
        addressId: homes.find(home => home.userId === id)?.id as string,
        call: (endpoint, input, headers) => visitor.call(endpoint, input, { cookie, ...headers }),
        cookie: () => cookie,
        request: (method, path, body, headers) => visitor.request(method, path, body, { cookie, ...headers }),
      } satisfies TestCustomer
    }),
  )
}
