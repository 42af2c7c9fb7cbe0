import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { showCreator } from '../../../tests/support/shownCreator.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { readPersonalData } from '../../backoffice/privacy/contract.ts'
import { deliveryRules } from '../../people/notifications/delivery.rules.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import type { Platform } from '../../platform/platform.ts'
import { blockUser } from '../blocks/contract.ts'
import { blockedUsers } from '../blocks/table.ts'
import type { NoticeAudience } from '../creatorPages/contract.ts'
import { addFavourite } from '../menu/service.ts'
import { creatorFavourites } from '../menu/table.ts'
import { muteContact } from '../messages/contract.ts'
import { addContacts } from '../messages/service.ts'
import { changeToy } from '../studio/contract.ts'
import { toys } from '../toys/table.ts'
import { followCreator, listFollows, unfollowCreator } from './contract.ts'
import { type onlineNoticeJob, planOnlineNotices, sendOnlineNotice } from './service.ts'
import { follows } from './table.ts'

const control = controlFixture()
const db = () => control.db()
let slug: string
beforeAll(async () => void (slug = await showCreator(control.shop, control.creator)))
afterEach(async () => {
  for (const table of [blockedUsers, creatorFavourites, follows]) await db().delete(table)
})

const allow = (noticeAudience: NoticeAudience) =>
  showCreator(control.shop, control.creator, { noticeAudience })

async function follower(wantsNotice = true): Promise<TestCustomer> {
  const customer = await control.newCustomer(0)
  expect((await customer.call(followCreator, { slug, wantsNotice })).status).toBe(200)
  return customer
}

/** The notices that a creator who goes on the air now would have planned, by follower: each with its delay. */
async function planned(random = () => 0): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  const sendAll: Platform['jobs']['sendAll'] = (_, job, data, afterSeconds) => {
    for (const each of data)
      found[(each as NonNullable<(typeof onlineNoticeJob)['data']>).userId] = afterSeconds?.(each) ?? 0
    return Promise.resolve()
  }
  const { platform } = control.shop.node
  const jobs = { ...platform.jobs, sendAll }
  await db()
    .update(toys)
    .set({ onAir: false })
    .where(and(eq(toys.ownerId, control.creator.user.id)))
  await db().transaction(async tx => {
    const [toy] = await tx.select().from(toys).where(eq(toys.id, control.toyIds[0]))
    if (toy) await planOnlineNotices({ ...platform, jobs }, tx, toy, random)
  })
  await db().update(toys).set({ onAir: true }).where(eq(toys.id, control.toyIds[0]))
  return found
}
const tell = ({ userId }: TestCustomer) =>
  sendOnlineNotice(control.shop.node.platform, { creatorId: control.creator.user.id, userId })
const news = async (customer: TestCustomer) =>
  (await customer.call(listNotifications)).body.filter(({ type }) => type === 'FOLLOWED_ONLINE')

it('a favourite is kept once, changed, listed and taken away', async () => {
  const customer = await follower(false)
  expect((await customer.call(followCreator, { slug, wantsNotice: true })).body).toMatchObject({
    creator: { slug, stageName: 'Noor', mood: 'Rustig opbouwen', likes: ['zacht beginnen', 'plagen'] },
    wantsNotice: true,
  })
  expect((await customer.call(listFollows)).body).toHaveLength(1)
  expect(JSON.stringify((await customer.call(readPersonalData)).body)).toContain('"wantsNotice":true')
  expect(JSON.stringify((await control.creator.call(readPersonalData)).body)).not.toContain(customer.userId)
  expect((await customer.call(unfollowCreator, { slug })).status).toBe(204)
  expect((await customer.call(unfollowCreator, { slug })).status).toBe(404)
  expect((await customer.call(followCreator, { slug: 'niemand' })).status).toBe(404)
  expect(await control.creator.call(followCreator, { slug })).toMatchObject({
    status: 409,
    body: { message: 'Jezelf kun je niet volgen.' },
  })
})

it('a creator who is hidden from somebody is no favourite of theirs, and is as one who does not exist', async () => {
  const customer = await follower()
  await control.creator.call(blockUser, { userId: customer.userId })
  expect((await customer.call(listFollows)).body).toEqual([])
  expect(JSON.stringify((await customer.call(readPersonalData)).body)).not.toContain('Noor')
  const unknown = await customer.call(followCreator, { slug: 'niemand' })
  expect(await customer.call(followCreator, { slug })).toMatchObject({ status: 404, body: unknown.body })
  expect((await customer.call(unfollowCreator, { slug })).status).toBe(404)
})

it('followers are told whom she allows, and nobody by default', async () => {
  const [stranger, favourite, player] = [await follower(), await follower(), await control.newCustomer(20)]
  await control.untilOnline(control.toyIds[1])
  await control.start(player, control.toyIds[1])
  await control.hold(player, 34)
  await player.call(followCreator, { slug, wantsNotice: true })
  await addFavourite(db(), control.creator.user.id, favourite.userId, control.now())
  const all = [stranger.userId, favourite.userId, player.userId]
  const told: [NoticeAudience, string[]][] = [
    ['NOBODY', []],
    ['FAVOURITES', [favourite.userId]],
    ['PLAYED_BEFORE', [favourite.userId, player.userId]],
    ['EVERYONE', all],
  ]
  for (const [audience, whom] of told) {
    await allow(audience)
    expect(Object.keys(await planned()).sort(), audience).toEqual(whom.sort())
  }
})

it('a notice comes after 0 to 10 minutes, once in six hours, and says no name', async () => {
  await allow('EVERYONE')
  const customer = await follower()
  const { userId } = customer
  expect(await planned(() => 0)).toEqual({ [userId]: 0 })
  expect(await planned(() => 0.999_999)).toEqual({ [userId]: 600 })
  const socket = await openSocketClient(control.shop.origin, { cookie: customer.cookie() })
  await Promise.all([tell(customer), tell(customer)])
  const [notice, ...more] = await news(customer)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ title: 'Iemand die je volgt is er weer', path: '/live' })
  expect(JSON.stringify([notice, deliveryRules.FOLLOWED_ONLINE])).not.toMatch(/noor/i)
  await vi.waitFor(() => expect(socket.received.map(({ type }) => type)).toContain('notifications'))
  socket.close()
  control.pass(6 * 3_600_000 - 1000)
  await tell(customer)
  expect(await news(customer)).toHaveLength(1)
  control.pass(1000)
  await tell(customer)
  expect(await news(customer)).toHaveLength(2)
  await control.creator.call(blockUser, { userId })
  await vi.waitFor(async () => expect(await news(customer)).toEqual([]))
})

it('a notice is not sent when she left, hides, no longer allows it or was muted meanwhile', async () => {
  await allow('EVERYONE')
  const customer = await follower()
  const { id: creatorId } = control.creator.user
  await db().update(toys).set({ onAir: false })
  await tell(customer)
  await db().update(toys).set({ onAir: true })
  await allow('NOBODY')
  await tell(customer)
  await allow('EVERYONE')
  await db().transaction(tx => addContacts(tx, customer.userId, creatorId, control.now()))
  await customer.call(muteContact, { userId: creatorId, muted: true })
  await tell(customer)
  await customer.call(muteContact, { userId: creatorId, muted: false })
  await customer.call(followCreator, { slug, wantsNotice: false })
  await tell(customer)
  await customer.call(followCreator, { slug, wantsNotice: true })
  await db().insert(blockedUsers).values({ creatorId, userId: customer.userId })
  await tell(customer)
  await db().delete(blockedUsers)
  expect(await news(customer)).toEqual([])
  await tell(customer)
  expect(await news(customer)).toHaveLength(1)
})

it('going on the air plans notices once, not with a second toy or a longer time', async () => {
  await allow('EVERYONE')
  await follower()
  const [first, second] = control.toyIds
  await db().update(toys).set({ onAir: false })
  const sent = vi.spyOn(control.shop.node.platform.jobs, 'sendAll')
  const goOnAir = (toyId: string, onAirHours: 1 | 4) => control.creator.call(changeToy, { toyId, onAirHours })
  expect((await goOnAir(first, 1)).status).toBe(200)
  const planned = sent.mock.calls.filter(([, { name }]) => name === 'follows.onlineNotice').length
  await goOnAir(second, 1)
  await goOnAir(first, 4)
  expect(sent.mock.calls.filter(([, { name }]) => name === 'follows.onlineNotice')).toHaveLength(planned)
  expect(planned).toBe(1)
  sent.mockRestore()
})
