import { randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../accounts/table.ts'
import { markAllNotificationsRead, readChannels } from './contract.ts'
import { mailUnreadNotifications, dispatchNotifications, createSmsSender } from './delivery.service.ts'
import { notifyUser } from './service.ts'
import { smsGateway } from './sms.gateway.ts'
import { notifications } from './table.ts'

const MINUTE = 60_000
let ahead = 0
let shop: TestShop
beforeAll(async () => void (shop = await openShop({ now: () => new Date(Date.now() + ahead) })))
afterAll(() => shop.close())

const platform = () => shop.node.platform
const message = (member: TestUser) =>
  platform().db.transaction(tx =>
    notifyUser(tx, member.user.id, {
      kind: 'MESSAGE',
      params: { displayName: 'Fluwelen Vos' },
      about: randomUUIDv7(),
      path: '/messages/x',
    }),
  )
/** Runs the mail job this many minutes from now, and returns its mails. */
const mailsAfter = async (member: TestUser, minutes: number): Promise<string[]> => {
  ahead = minutes * MINUTE
  await mailUnreadNotifications(platform(), member.user.id)
  ahead = 0
  return mailsTo(shop, member.user.email)
}

it('mails unread notifications after ten minutes, together, at most once an hour', async () => {
  const member = await shop.newUser()
  await message(member)
  await message(member)
  expect(await mailsAfter(member, 5)).toEqual([])
  expect(await mailsAfter(member, 10)).toEqual(['news-waiting'])
  expect(await mailsAfter(member, 11)).toHaveLength(1)
  await message(member)
  expect(await mailsAfter(member, 60)).toHaveLength(1)
  expect(await mailsAfter(member, 71)).toHaveLength(2)
})

it('mails nothing that is read, has its own mail, or is switched off by the user', async () => {
  const [reader, buyer, quiet] = [await shop.newUser(), await shop.newUser(), await shop.newUser()]
  await message(reader)
  await reader.call(markAllNotificationsRead)
  const news = { params: { number: '2026-000001' }, about: 'x', path: '/orders' }
  await platform().db.transaction(tx => notifyUser(tx, buyer.user.id, { kind: 'ORDER_SHIPPED', ...news }))
  await platform().db.update(users).set({ emailNotifications: false }).where(eq(users.id, quiet.user.id))
  await message(quiet)
  for (const member of [reader, buyer, quiet]) expect(await mailsAfter(member, 15)).toEqual([])
})

it('delivers each notification once across nodes', async () => {
  // Dispatches the notifications of earlier tests.
  await dispatchNotifications(platform())
  const member = await shop.newUser()
  await message(member)
  const sent: string[] = []
  const jobs = {
    ...platform().jobs,
    send: async (_: unknown, { name }: { name: string }) => void sent.push(name),
  }
  const node = { ...platform(), jobs: jobs as never }
  await Promise.all([dispatchNotifications(node), dispatchNotifications(node)])
  await dispatchNotifications(node)
  expect(sent).toEqual(['notifications.mail'])
  const [news] = await platform()
    .db.select()
    .from(notifications)
    .where(eq(notifications.userId, member.user.id))
  expect(news?.dispatchedAt).not.toBeNull()
})

it('queues one mail job for a user, however many notifications come, and again while some are too new', async () => {
  await dispatchNotifications(platform())
  const member = await shop.newUser()
  const sent: [string, number | undefined][] = []
  const jobs = {
    ...platform().jobs,
    send: async (_: unknown, { name }: { name: string }, _data: unknown, afterSeconds?: number) =>
      void sent.push([name, afterSeconds]),
  }
  const node = { ...platform(), jobs: jobs as never }
  for (let count = 0; count < 5; count += 1) {
    await message(member)
    await message(member)
    await dispatchNotifications(node)
  }
  expect(sent.splice(0)).toEqual([['notifications.mail', 600]])
  // A notification that the admin must know at once does not wait for it.
  await platform().db.transaction(tx =>
    notifyUser(tx, member.user.id, {
      kind: 'BOOKS_DIFFER',
      params: { count: 1 },
      about: 'x',
      path: '/admin',
    }),
  )
  await dispatchNotifications(node)
  await dispatchNotifications(node)
  expect(sent.splice(0)).toEqual([['notifications.mail', 0]])
  await mailUnreadNotifications(node, member.user.id)
  await message(member)
  await dispatchNotifications(node)
  expect(sent.filter(([name]) => name === 'notifications.mail')).toEqual([['notifications.mail', 600]])
  sent.length = 0
  // Too new, and then too soon after the last mail: one job each time.
  await mailUnreadNotifications(node, member.user.id)
  ahead = 11 * MINUTE
  await mailUnreadNotifications(node, member.user.id)
  ahead = 0
  expect(sent.map(([, seconds]) => Math.round((seconds ?? 0) / 60))).toEqual([10, 49])
})

it('sends urgent texts to a valid number, up to a daily limit', async () => {
  expect((await (await shop.newUser()).call(readChannels)).body.sms).toBe(false)
  const heard: unknown[] = []
  const provider = createServer((request, response) => {
    const hear = async () => {
      heard.push([request.url, request.headers.authorization, await json(request)])
      response.writeHead(201).end()
    }
    void hear()
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const text = createSmsSender(
    platform(),
    smsGateway({ apiBase: `http://127.0.0.1:${port}`, token: 'geheim', from: 'Gloed' }),
  )
  const member = await shop.newUser()
  const turn = async (phone: string | null) => {
    await platform()
      .db.update(users)
      .set({ smsNotifications: true, phone })
      .where(eq(users.id, member.user.id))
    const about = randomUUIDv7()
    const facts = { toyName: 'Fluwelen Vos', seconds: 30 }
    await platform().db.transaction(tx =>
      notifyUser(tx, member.user.id, { kind: 'TOY_FREE', params: facts, about, path: '/live' }),
    )
    const [news] = await platform().db.select().from(notifications).where(eq(notifications.about, about))
    await text(news?.id ?? '')
  }
  await turn(null)
  for (let count = 0; count < 7; count += 1) await turn('06 12345678')
  expect(heard).toHaveLength(5)
  const said = { to: '+31612345678', from: 'Gloed', text: 'Gloed: Je bent aan de beurt.' }
  expect(heard[0]).toEqual(['/messages', 'Bearer geheim', said])
  provider.close()
})
