import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { showCreator } from '../../../tests/support/shownCreator.ts'
import { linkToys } from '../../../tests/support/toys.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { blockUser } from '../blocks/contract.ts'
import { followCreator, listFollows } from '../follows/contract.ts'
import { toyControlSessions } from '../sessions/table.ts'
import { moderateCreatorReview } from './admin/contract.ts'
import { listCreatorReviews, writeCreatorReview } from './contract.ts'
import { creatorReviews } from './table.ts'

/** Races that a single connection can't show. */
const ROUNDS = 6
let postgres: SharedPostgres
let shop: TestShop
let creator: TestUser
let slug: string
let toyDeviceId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  creator = await shop.newUser('MODEL')
  slug = await showCreator(shop, creator)
  ;[toyDeviceId = ''] = await linkToys(shop, creator)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const apart = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** A customer who controlled a toy of the creator for two minutes. */
async function player(): Promise<TestCustomer> {
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  const at = new Date()
  const times = { countdownEndsAt: at, heartbeatAt: at, meteredAt: at, stoppedAt: at }
  await db()
    .insert(toyControlSessions)
    .values({
      ...times,
      userId: customer.userId,
      toyDeviceId,
      status: 'STOPPED',
      meteredMs: 120_000,
      minutesUsed: 2,
    })
  return customer
}
const write = (customer: TestCustomer) =>
  customer.call(writeCreatorReview, { slug, pseudonym: 'Nachtvlinder', rating: 4, text: null })

it('a review during a block is refused, or was written before it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await player()
    const { userId } = customer
    const [written, blocked] = await Promise.all([
      write(customer),
      apart(round * 3).then(() => creator.call(blockUser, { userId })),
    ])
    expect([[201, 404].includes(written.status), blocked.status]).toEqual([true, 201])
    const kept = await db().$count(creatorReviews, eq(creatorReviews.userId, userId))
    expect(kept).toBe(written.status === 201 ? 1 : 0)
    expect((await write(customer)).status).toBe(404)
    expect((await customer.call(listCreatorReviews, { slug })).status).toBe(404)
  }
})

it('two reviews at once are one, two approvals are one entry, and two favourites are one', async () => {
  const admin = await shop.newUser('ADMIN')
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await player()
    const answers = await Promise.all([write(customer), write(customer)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const reviewId = answers.find(({ status }) => status === 201)?.body.id ?? ''
    const approve = () => admin.call(moderateCreatorReview, { reviewId, part: 'REVIEW', approved: true })
    const decided = await Promise.all([approve(), approve()])
    expect(decided.map(({ status }) => status)).toEqual([200, 200])
    expect(await db().$count(auditEntries, eq(auditEntries.subjectId, reviewId))).toBe(1)
    const follow = () => customer.call(followCreator, { slug, wantsNotice: true })
    expect((await Promise.all([follow(), follow()])).map(({ status }) => status)).toEqual([200, 200])
    expect((await customer.call(listFollows)).body).toHaveLength(1)
  }
})
