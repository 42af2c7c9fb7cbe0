import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresServer, type Postgres } from '../../tests/support/postgres.ts'
import { openShop, type Member, type Shop } from '../../tests/support/shop.ts'
import { users } from '../accounts/table.ts'
import { openPostgres } from '../platform/db.ts'
import { deleteAccount } from '../privacy/contract.ts'
import { changeMember, removeMember } from './contract.ts'

let postgres: Postgres
let shop: Shop
beforeAll(async () => {
  postgres = await openPostgresServer()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const demote = (by: Member, who: Member) =>
  by.call(changeMember, { userId: who.user.id, role: 'USER' as const })
const remove = (by: Member, who: Member) => by.call(removeMember, { userId: who.user.id })
const leave = (who: Member) => who.call(deleteAccount, { password: 'een-goed-wachtwoord' })

const ways: [string, (one: Member, two: Member) => Promise<{ status: number }>[]][] = [
  ['demote each other', (one, two) => [demote(one, two), demote(two, one)]],
  ['demote and close each other', (one, two) => [demote(one, two), remove(two, one)]],
  ['leave both', (one, two) => [leave(one), leave(two)]],
  ['leave and demote themselves', (one, two) => [leave(one), demote(two, two)]],
]

it.each(ways)('keeps an admin when the last two at once %s', async (_, race) => {
  const { db } = shop.node.platform
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await shop.member('ADMIN'), await shop.member('ADMIN')]
    const answers = await Promise.all(race(one, two))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const isOpenAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))
    expect(await db.$count(users, isOpenAdmin)).toBe(1)
    await db.update(users).set({ role: 'USER' }).where(isOpenAdmin)
  }
})
