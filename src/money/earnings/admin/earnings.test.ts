import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addLot, playMinutes } from '../../../../tests/support/earnings.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { readEarnings } from '../../../live/studio/earnings/contract.ts'
import { listAuditEntries } from '../../../people/audit/admin/contract.ts'
import { addEarningShare, listCreatorEarnings, listEarningShares } from './contract.ts'

const DAY_MS = 86_400_000
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const terms = { source: 'MINUTES', basisPoints: 7000, deductsFee: false, freeMinuteCents: null } as const
const note = (share: object) => admin.call(addEarningShare, { ...terms, creatorId: null, ...share })

it('a share is noted from now or later, never backwards, and shown to the creator', async () => {
  const creator = await shop.newUser('MODEL')
  const creatorId = creator.user.id
  expect(await note({ creatorId, startsAt: new Date(Date.now() - 60_000).toISOString() })).toMatchObject({
    status: 400,
    body: { fields: { startsAt: expect.stringContaining('terugwerkende') } },
  })
  expect((await note({ creatorId: randomUUID() })).status).toBe(404)
  expect((await note({ basisPoints: 10_001 })).status).toBe(400)
  expect((await note({ creatorId })).status).toBe(204)
  const startsAt = new Date(Date.now() + DAY_MS).toISOString()
  expect((await note({ creatorId, basisPoints: 8000, startsAt })).status).toBe(204)
  const { body } = await admin.call(listEarningShares)
  expect(body).toMatchObject([
    { creatorId, basisPoints: 8000, startsAt, displayName: creator.user.displayName },
    { creatorId, basisPoints: 7000 },
  ])
  expect((await creator.call(readEarnings)).body.shares[0]).toMatchObject({
    source: 'MINUTES',
    basisPoints: 7000,
  })
  const { items } = (await admin.call(listAuditEntries, {})).body
  expect(items.filter(({ action }) => action === 'EARNING_SHARE_NOTED')).toHaveLength(2)
  expect((await creator.call(listCreatorEarnings)).status).toBe(403)
})

it('the sums to come are those of each creator and of all, the highest first', async () => {
  const play = async (minutes: number, finalAt: Date) => {
    const creator = await shop.newUser('MODEL')
    const playerId = (await shop.newUser()).user.id
    await addLot(shop, playerId, { minutes: 5, value: 1000, vat: 174, finalAt })
    const session = { sessionId: randomUUID(), startedAt: new Date(), creatorId: creator.user.id, playerId }
    await playMinutes(shop, session, minutes)
    return creator.user.id
  }
  const now = new Date()
  const [less, more] = [await play(1, now), await play(5, new Date(Date.now() + DAY_MS))]
  const { body } = await admin.call(listCreatorEarnings, { pageSize: 1 })
  expect(body).toMatchObject({
    items: [{ creatorId: more, balanceCents: 496, payableCents: 0, atRiskCents: 496 }],
    total: 2,
    all: { balanceCents: 596, payableCents: 100, atRiskCents: 496 },
  })
  const second = await admin.call(listCreatorEarnings, { pageSize: 1, page: 2 })
  expect(second.body.items).toMatchObject([{ creatorId: less, payableCents: 100, atRiskCents: 0 }])
})
