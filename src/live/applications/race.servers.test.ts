import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { details, reading, sent, stateOf } from '../../../tests/support/creatorApplications.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { creators } from '../creators/table.ts'
import { decideApplication } from './admin/contract.ts'
import { startApplication, withdrawApplication } from './contract.ts'

/** Races that a single connection can't show. */
const ROUNDS = 6
let postgres: SharedPostgres
let shop: TestShop
let admins: TestUser[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const env = { CREATOR_PROGRAMME: 'on' }
  shop = await openShop({ database: await openPostgres(await postgres.create()), env })
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const madeFor = ({ user }: TestUser) => shop.node.platform.db.$count(creators, eq(creators.userId, user.id))

it('two applications of one person at once are one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await shop.newUser()
    expect(statuses(await Promise.all([1, 2].map(() => one.call(startApplication, details))))).toEqual([
      201, 409,
    ])
  }
})

it('an application that two admins approve at once, one of them twice, is accepted once', async () => {
  const [first, second] = admins as [TestUser, TestUser]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { one, applicationId } = await sent(shop)
    const approve = (admin: TestUser) =>
      admin.call(decideApplication, { applicationId, decision: 'APPROVE', reading })
    expect(statuses(await Promise.all([first, second, first].map(approve)))).toEqual([200, 200, 409])
    const { db } = shop.node.platform
    const isAcceptance = and(
      eq(auditEntries.subjectId, applicationId),
      eq(auditEntries.action, 'CREATOR_APPLICATION_DECIDED'),
    )
    expect(await db.$count(auditEntries, isAcceptance)).toBe(1)
    expect(await madeFor(one)).toBe(1)
  }
})

it('of a decision, a refusal and a withdrawal at once, one comes first and the others are refused', async () => {
  const [first, second] = admins as [TestUser, TestUser]
  for (let round = 0; round < ROUNDS; round += 1) {
    const { one, applicationId } = await sent(shop)
    await first.call(decideApplication, { applicationId, decision: 'APPROVE', reading })
    const answers = await Promise.all([
      second.call(decideApplication, { applicationId, decision: 'APPROVE', reading }),
      first.call(decideApplication, { applicationId, decision: 'OTHER' }),
      one.call(withdrawApplication),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409])
    expect(await madeFor(one)).toBe((await stateOf(one)) === 'ACCEPTED' ? 1 : 0)
  }
})
