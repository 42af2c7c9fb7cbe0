import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openFakePushService } from '../../../tests/support/fakePushService.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { logout } from '../accounts/contract.ts'
import { users } from '../accounts/table.ts'
import { pushGateway, vapidKeysFrom } from './push.gateway.ts'
import { deliverPush } from './push.service.ts'
import { unsubscribeFromPush, subscribeToPush, readChannels } from './contract.ts'
import { dispatchNotifications } from './delivery.service.ts'
import { notifyUser } from './service.ts'
import { notifications, pushSubscriptions } from './table.ts'

let ahead = 0
let shop: TestShop
let service: Awaited<ReturnType<typeof openFakePushService>>
beforeAll(async () => {
  service = await openFakePushService()
  shop = await openShop({ now: () => new Date(Date.now() + ahead) })
})
afterEach(() => {
  ahead = 0
  service.answer(201)
  service.told.length = 0
})
afterAll(async () => {
  await shop.close()
  await service.close()
})

const db = () => shop.node.platform.db
const browsersOf = (member: TestUser) =>
  db().select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, member.user.id))

async function subscribed(): Promise<TestUser> {
  const member = await shop.newUser()
  expect((await member.call(subscribeToPush, service.subscription())).status).toBe(204)
  return member
}
const news = {
  kind: 'MESSAGE' as const,
  params: { displayName: 'Fluwelen Vos' },
  about: 'x',
  path: '/messages/x',
}
const tell = async (member: TestUser) => {
  await db().transaction(tx => notifyUser(tx, member.user.id, news))
  await dispatchNotifications(shop.node.platform)
}
const soon = { timeout: 30_000, interval: 25 }
/** Messages are sent by a job, which may be slow on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })
const gateway = pushGateway({
  keys: vapidKeysFrom(Buffer.alloc(32, 7)),
  contact: () => 'mailto:post@gloed.test',
  allowsLoopback: true,
})
/** The messages to be delivered to a user's only browser. */
async function due(member: TestUser) {
  const [browser] = await browsersOf(member)
  const [told] = await db().select().from(notifications).where(eq(notifications.userId, member.user.id))
  return { subscriptionId: browser?.id ?? '', notificationId: told?.id ?? '' }
}

describe('a push message', () => {
  it('reaches the browser encrypted, without personal data', async () => {
    await tell(await subscribed())
    await vi.waitFor(() => expect(service.told).toHaveLength(1), soon)
    const [{ message, headers } = { message: null, headers: {} as Record<string, unknown> }] = service.told
    expect(message).toEqual({
      title: 'Gloed',
      body: 'Je hebt een nieuw bericht.',
      path: '/messages/x',
      tag: 'MESSAGE',
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm' })
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(86_400)
    const pushKey = (await (await shop.newUser()).call(readChannels)).body.pushKey
    expect(headers['authorization']).toMatch(new RegExp(`^vapid t=[\\w.-]+, ?k=${pushKey}$`))
  })

  it('goes to its user alone, and not to users who switched push off', async () => {
    const [one, other] = [await subscribed(), await subscribed()]
    await db().update(users).set({ pushNotifications: false }).where(eq(users.id, other.user.id))
    await tell(other)
    await tell(one)
    await vi.waitFor(() => expect(service.told).toHaveLength(1), soon)
    const isLate = await due(other)
    await deliverPush(shop.node.platform, gateway, isLate)
    expect(service.told).toHaveLength(1)
  })

  it('is not sent when read or expired', async () => {
    const member = await subscribed()
    await db().transaction(tx => notifyUser(tx, member.user.id, news))
    const wanted = await due(member)
    ahead = 25 * 3_600_000
    await deliverPush(shop.node.platform, gateway, wanted)
    ahead = 0
    await db()
      .update(notifications)
      .set({ readAt: new Date() })
      .where(eq(notifications.id, wanted.notificationId))
    await deliverPush(shop.node.platform, gateway, wanted)
    expect(service.told).toEqual([])
  })

  it.each([404, 410])('deletes the subscription when the browser is gone (%i)', async status => {
    const member = await subscribed()
    await db().transaction(tx => notifyUser(tx, member.user.id, news))
    service.answer(status)
    await deliverPush(shop.node.platform, gateway, await due(member))
    expect(await browsersOf(member)).toEqual([])
  })

  it.each([429, 500])('is retried when the service is unavailable (%i)', async status => {
    const member = await subscribed()
    await db().transaction(tx => notifyUser(tx, member.user.id, news))
    service.answer(status)
    const trying = deliverPush(shop.node.platform, gateway, await due(member))
    await expect(trying).rejects.toThrow(expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }))
    expect(await browsersOf(member)).toHaveLength(1)
  })
})

describe('a push subscription', () => {
  it('is deleted when its user signs out there or removes it', async () => {
    const member = await subscribed()
    const { endpoint } = service.subscription()
    expect((await member.call(unsubscribeFromPush, { endpoint })).status).toBe(204)
    const [kept] = await browsersOf(member)
    expect(
      (await (await shop.newUser()).call(unsubscribeFromPush, { endpoint: kept?.endpoint })).status,
    ).toBe(204)
    expect(await browsersOf(member)).toHaveLength(1)
    await member.call(logout)
    expect(await browsersOf(member)).toEqual([])
  })

  it('belongs to the last user who created it, and is stored once', async () => {
    const [one, other] = [await shop.newUser(), await shop.newUser()]
    const subscription = service.subscription()
    for (const member of [one, one, other]) await member.call(subscribeToPush, subscription)
    expect(await browsersOf(one)).toEqual([])
    expect(await browsersOf(other)).toHaveLength(1)
  })

  it('is limited to twenty a user', async () => {
    const member = await shop.newUser()
    for (let count = 0; count < 22; count += 1) await member.call(subscribeToPush, service.subscription())
    expect(await browsersOf(member)).toHaveLength(20)
  })
})

it.each([
  'http://push.example/1',
  'https://localhost:8443/1',
  'https://10.0.0.1/1',
  'https://[::1]/1',
  'https://169.254.169.254/latest',
  'https://user:pass@push.example/1',
  'http://127.0.0.1:9/1',
  'ftp://push.example/1',
  'geen adres',
])('sends no request to %s in production', endpoint => {
  const outside = pushGateway({
    keys: vapidKeysFrom(Buffer.alloc(32, 7)),
    contact: () => 'mailto:a@b.c',
    allowsLoopback: false,
  })
  expect(outside.isAllowedEndpoint(endpoint)).toBe(false)
  expect(outside.isAllowedEndpoint('https://push.example/1')).toBe(true)
})

it('refuses an endpoint within our own network, and invalid keys', async () => {
  const member = await shop.newUser()
  const { keys } = service.subscription()
  const inside = await member.call(subscribeToPush, { endpoint: 'https://10.0.0.1/x', keys })
  expect(inside).toMatchObject({ status: 400, body: { fields: { endpoint: expect.any(String) } } })
  const odd = { endpoint: 'https://push.example/1', keys: { ...keys, auth: 'kort' } }
  expect((await member.call(subscribeToPush, odd)).status).toBe(400)
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  const noPoint = { endpoint: 'https://push.example/1', keys: { ...keys, p256dh } }
  expect(await member.call(subscribeToPush, noPoint)).toMatchObject({
    status: 400,
    body: { fields: { keys: expect.any(String) } },
  })
  expect(await browsersOf(member)).toEqual([])
})
