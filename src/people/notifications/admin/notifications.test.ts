import { randomUUIDv7 } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFakePushService } from '../../../../tests/support/fakePushService.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { users } from '../../accounts/table.ts'
import { mails } from '../../../platform/db/table.ts'
import {
  type AdminNotificationPreference,
  listAdminNotificationPreferences,
  setAdminNotificationPreference,
} from './contract.ts'
import { listNotifications, markAllNotificationsRead, subscribeToPush } from '../contract.ts'
import { dispatchNotifications, mailUnreadNotifications } from '../delivery.service.ts'
import { notifyAdmins } from '../service.ts'
import { adminNotificationPreferences, notifications } from '../table.ts'

const MINUTE = 60_000
let ahead = 0
let shop: TestShop
let admin: TestUser
beforeAll(async () => void (shop = await openShop({ now: () => new Date(Date.now() + ahead) })))
afterAll(() => shop.close())
beforeEach(async () => {
  ahead = 0
  // One admin at a time, so that a test hears only of its own.
  await db().update(users).set({ role: 'USER' }).where(eq(users.role, 'ADMIN'))
  admin = await shop.newUser('ADMIN')
})

const db = () => shop.node.platform.db
const tell = (kind: 'NEW_ORDER' | 'LATE_PAYMENT' = 'NEW_ORDER') =>
  db().transaction(tx =>
    notifyAdmins(tx, {
      kind,
      params: { number: '2026-000001', cents: 4500 },
      about: randomUUIDv7(),
      path: '/admin/orders',
    }),
  )
const tellOfChargeback = () =>
  db().transaction(tx =>
    notifyAdmins(tx, {
      kind: 'CHARGEBACK',
      params: { subject: 'bestelling 2026-000001', cents: 4500 },
      about: randomUUIDv7(),
      path: '/admin/refunds',
    }),
  )
const heardBy = ({ user }: TestUser) =>
  db().select().from(notifications).where(eq(notifications.userId, user.id))
const shownTo = async (one: TestUser) => (await one.call(listNotifications)).body
const choose = (one: TestUser, preference: AdminNotificationPreference) =>
  one.call(setAdminNotificationPreference, preference)
const chosenBy = async (one: TestUser) => (await one.call(listAdminNotificationPreferences)).body
const rowsOf = ({ user }: TestUser) =>
  db().select().from(adminNotificationPreferences).where(eq(adminNotificationPreferences.userId, user.id))
const orders = { topic: 'NEW_ORDERS', inShop: true, mail: true, push: true } as const

/** The props of the mails about notifications to someone, oldest first; lines sorted, as those of one millisecond have no order. */
async function mailedTo({ user }: TestUser) {
  const sent = await db()
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, user.email), eq(mails.template, 'news-waiting')))
    .orderBy(mails.createdAt, mails.id)
  return sent.map(({ props }) => {
    const mail = props as { count: number; lines: string[]; url: string }
    return { ...mail, lines: mail.lines.toSorted() }
  })
}
async function mailAfter(one: TestUser, minutes: number) {
  ahead = minutes * MINUTE
  await mailUnreadNotifications(shop.node.platform, one.user.id)
  return mailedTo(one)
}

describe('admins', () => {
  it('all hear, but for those whose account is closed', async () => {
    const [other, closed, customer] = [
      await shop.newUser('ADMIN'),
      await shop.newUser('ADMIN'),
      await shop.newUser(),
    ]
    await db().update(users).set({ deleteAfter: new Date() }).where(eq(users.id, closed.user.id))
    await tell()
    const text = expect.stringMatching(/^Bestelling 2026-000001 is betaald: €\s45,00\.$/)
    for (const one of [admin, other])
      expect(await shownTo(one)).toMatchObject([{ type: 'NEW_ORDER', message: text, path: '/admin/orders' }])
    for (const one of [closed, customer]) expect(await heardBy(one)).toEqual([])
  })

  it('are told of a subject once', async () => {
    const one = {
      kind: 'REVIEW_WAITING',
      params: undefined,
      about: randomUUIDv7(),
      path: '/admin/reviews',
    } as const
    for (let count = 0; count < 2; count += 1) await db().transaction(tx => notifyAdmins(tx, one))
    expect(await heardBy(admin)).toHaveLength(1)
  })
})

describe('the choice of channels', () => {
  it('begins with the defaults, keeps only differences, and is one’s own', async () => {
    const other = await shop.newUser('ADMIN')
    const before = await chosenBy(admin)
    expect(before.find(({ topic }) => topic === 'NEW_ORDERS')).toEqual(orders)
    const saved = await choose(admin, { ...orders, mail: false })
    expect(saved).toMatchObject({ status: 200 })
    expect(saved.body).toEqual(
      before.map(each => (each.topic === orders.topic ? { ...orders, mail: false } : each)),
    )
    expect(await chosenBy(admin)).toEqual(saved.body)
    expect(await chosenBy(other)).toEqual(before)
    expect(await rowsOf(admin)).toHaveLength(1)
    expect((await choose(admin, orders)).body).toEqual(before)
    expect(await rowsOf(admin)).toEqual([])
  })

  it('refuses an unknown topic and a channel that is not yes or no', async () => {
    expect((await choose(admin, { ...orders, topic: 'WEATHER' as never })).status).toBe(400)
    expect((await choose(admin, { ...orders, mail: 'soms' as never })).status).toBe(400)
    expect(await rowsOf(admin)).toEqual([])
  })

  it('of none writes nothing, for this topic and this admin only', async () => {
    const other = await shop.newUser('ADMIN')
    await choose(admin, { topic: 'NEW_ORDERS', inShop: false, mail: false, push: false })
    await tell('NEW_ORDER')
    await tell('LATE_PAYMENT')
    expect((await heardBy(admin)).map(({ kind }) => kind)).toEqual(['LATE_PAYMENT'])
    expect(await heardBy(other)).toHaveLength(2)
  })

  it('of mail alone is not in the list, and is mailed though the list was read', async () => {
    await choose(admin, { ...orders, inShop: false, push: false })
    await tell()
    expect(await shownTo(admin)).toEqual([])
    await admin.call(markAllNotificationsRead)
    expect(await mailAfter(admin, 10)).toMatchObject([
      { count: 1, lines: ['Nieuwe bestelling'], url: `${shop.origin}/admin` },
    ])
  })

  it('without mail mails nothing', async () => {
    await choose(admin, { ...orders, mail: false })
    await tell()
    expect(await mailAfter(admin, 15)).toEqual([])
    expect(await shownTo(admin)).toHaveLength(1)
  })

  it.each([true, false])('with push: %s, decides whether a browser is told', async push => {
    const service = await openFakePushService()
    expect((await admin.call(subscribeToPush, service.subscription())).status).toBe(204)
    await dispatchNotifications(shop.node.platform)
    await choose(admin, { ...orders, push })
    await tell()
    const sent: string[] = []
    const send = async (_: unknown, { name }: { name: string }) => void sent.push(name)
    const jobs = { ...shop.node.platform.jobs, send } as never
    await dispatchNotifications({ ...shop.node.platform, jobs })
    expect(sent.toSorted()).toEqual(push ? ['notifications.mail', 'push'] : ['notifications.mail'])
    await service.close()
  })
})

describe('a mail to an admin', () => {
  it('names waiting work by its kind, in one mail after ten minutes', async () => {
    await tell()
    await tell()
    await tell('LATE_PAYMENT')
    expect(await mailAfter(admin, 5)).toEqual([])
    expect(await mailAfter(admin, 10)).toMatchObject([
      {
        count: 3,
        lines: ['Nieuwe bestelling (2)', 'Te late betaling terugbetaald'],
        url: `${shop.origin}/notifications`,
      },
    ])
  })

  it('comes at once about a chargeback, with the work that waits already, and again after ten minutes at the earliest', async () => {
    await tell()
    await tellOfChargeback()
    expect(await mailAfter(admin, 0)).toMatchObject([
      { lines: ['Betaling teruggeboekt', 'Nieuwe bestelling'] },
    ])
    await tellOfChargeback()
    expect(await mailAfter(admin, 5)).toHaveLength(1)
    expect(await mailAfter(admin, 10)).toHaveLength(2)
  })
})
