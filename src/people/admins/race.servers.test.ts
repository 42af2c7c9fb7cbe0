import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestShop } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { users } from '../accounts/table.ts'
import { createFirstAdmin } from './contract.ts'
import { issueSetupLink } from './service.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

it('makes one admin for 12 simultaneous uses of the link', async () => {
  const { db } = shop.node.platform
  await db.update(users).set({ role: 'USER' })
  const token = (await issueSetupLink(shop.node.platform))?.split('=')[1] ?? ''
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      shop.newClient().call(createFirstAdmin, {
        token,
        email: `eerste-${at}@gloed.test`,
        password: 'een-goed-wachtwoord',
        displayName: 'Eerste',
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array<number>(11).fill(400)])
  expect(await db.$count(users, eq(users.role, 'ADMIN'))).toBe(1)
})
