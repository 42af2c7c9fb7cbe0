import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSmtpServer, type TestSmtpServer } from '../../../tests/support/smtpServer.ts'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { forgotPassword } from '../../people/accounts/contract.ts'
import { readAdminOrder } from '../../shop/orders/admin/contract.ts'
import { orderCancelledMail, readOrder } from '../../shop/orders/contract.ts'
import { queueMail, sendStoredMail } from '../../platform/mail/mail.ts'
import { mails } from '../../platform/db/table.ts'
import { type AdminMail, listMails, resendMail } from './contract.ts'

const A_WEEK = 7 * 24 * 3_600_000
let mailbox: TestSmtpServer
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  mailbox = await openSmtpServer()
  shop = await openShop({ env: { SMTP_URL: mailbox.url } })
  admin = await shop.newUser('ADMIN')
})
beforeEach(() => void (mailbox.refusals = 0))
afterAll(async () => {
  await shop.close()
  await mailbox.close()
})

const db = () => shop.node.platform.db
let readers = 0
const facts = {
  number: '2026-000042',
  url: 'https://gloed.test/x',
  totalCents: 1,
  isSent: true,
  shopName: 'Gloed',
}
/** A mail to a new address; `as` sets its delivery state. */
async function keep(as: Partial<typeof mails.$inferInsert> = {}): Promise<{ id: string; recipient: string }> {
  const recipient = `lezer-${(readers += 1)}@gloed.test`
  const [mail] = await db()
    .insert(mails)
    .values({ recipient, template: orderCancelledMail.name, props: facts, ...as })
    .returning({ id: mails.id, recipient: mails.recipient })
  return mail as { id: string; recipient: string }
}
const list = async (filters: object = {}) => (await admin.call(listMails, filters)).body
const again = (mailId: string) => admin.call(resendMail, { mailId })
const soon = { timeout: 15_000, interval: 50 }

describe('mail list', () => {
  it('shows mails with their delivery state, newest first, in pages', async () => {
    const first = await keep()
    const second = await keep({ sentAt: new Date(), attempts: 2 })
    const { items } = await list({ pageSize: 2 })
    expect(items).toMatchObject([
      { id: second.id, state: 'SENT', attempts: 2 },
      {
        id: first.id,
        recipient: first.recipient,
        template: 'order-cancelled',
        subject: 'Je bestelling 2026-000042 bij Gloed',
        state: 'QUEUED',
        attempts: 0,
        lastError: null,
        sentAt: null,
        failedAt: null,
      },
    ])
    expect((await list({ pageSize: 1, page: 2 })).items).toMatchObject([{ id: first.id }])
    expect((await admin.call(listMails, { pageSize: 101 })).status).toBe(400)
  })

  it('finds mails by state, part of an address, order and template', async () => {
    const ids = Object.fromEntries(
      await Promise.all(
        Object.entries({
          QUEUED: {},
          RETRYING: { lastError: '451' },
          SENT: { sentAt: new Date(), lastError: '451' },
          FAILED: { failedAt: new Date(), lastError: '550' },
        }).map(async ([state, as]) => [
          state,
          (await keep({ ...as, recipient: `staat-${state}@gloed.test`.toLowerCase() })).id,
        ]),
      ),
    ) as Record<string, string>
    for (const [state, id] of Object.entries(ids)) {
      const found = await list({ state, q: 'STAAT-' })
      expect(found).toMatchObject({ total: 1, items: [{ id, state }] })
    }
    expect((await list({ q: 'staat-', state: '' })).total).toBe(4)
    expect((await list({ q: '%' })).total).toBe(0)
    await keep({ props: { ...facts, number: '2031-000007' } })
    expect(await list({ q: '2031-000007' })).toMatchObject({ total: 1 })
    expect((await list({ q: 'order-cancelled' })).total).toBeGreaterThan(4)
    expect((await admin.call(listMails, { state: 'WEG' })).status).toBe(400)
  })

  it('never shows an account token link, also when a mail server quotes it', async () => {
    const member = await shop.newUser()
    await shop.newClient().call(forgotPassword, { email: member.user.email })
    const mailed = () =>
      mailbox.received.find(
        ({ to, text }) => to?.[0]?.address === member.user.email && text?.includes('token='),
      )
    await vi.waitFor(() => expect(mailed()).toBeDefined(), soon)
    const token = /token=([\w-]{43})/.exec(mailed()?.text ?? '')?.[1] ?? '-'
    const quoting = {
      send: () => Promise.reject(new Error(`554 spam: https://x.test/?token=${token} ${token}`)),
    }
    const write = () => Promise.resolve({ subject: '', html: '', text: '', attachments: [] })
    const { id, recipient } = await keep()
    await sendStoredMail(shop.node.platform, write, quoting, id).catch(() => undefined)
    const all = JSON.stringify([await list({ q: recipient }), await list({ q: member.user.email })])
    expect(all).toContain('554 spam: https://x.test/?token=… …')
    expect(all).not.toContain(token)
  })

  it('hides the subject of an erased user’s mail', async () => {
    const { recipient } = await keep({ props: {} })
    expect((await list({ q: recipient })).items).toMatchObject([{ subject: null }])
  })
})

describe('a failed mail', () => {
  it('is sent again with the same message id, once for two simultaneous requests', async () => {
    const { id, recipient } = await keep({
      failedAt: new Date(),
      lastError: '550',
      createdAt: new Date(Date.now() - 2 * A_WEEK),
      triedFrom: new Date(Date.now() - 2 * A_WEEK),
    })
    const answers = await Promise.all([again(id), again(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await vi.waitFor(
      async () => expect((await list({ q: recipient })).items).toMatchObject([{ state: 'SENT' }]),
      soon,
    )
    const arrived = mailbox.received.filter(({ to }) => to?.[0]?.address === recipient)
    expect(arrived.map(({ messageId }) => messageId)).toEqual([`<${id}@${new URL(shop.origin).hostname}>`])
    expect((await again(id)).status).toBe(409)
  })

  it('is retried for another week', async () => {
    const old = new Date(Date.now() - 2 * A_WEEK)
    const { id, recipient } = await keep({ failedAt: old, lastError: '451', createdAt: old, triedFrom: old })
    mailbox.refusals = 1
    expect((await again(id)).body).toMatchObject({ state: 'QUEUED', failedAt: null })
    await vi.waitFor(
      async () =>
        expect((await list({ q: recipient })).items).toMatchObject([{ state: 'SENT', attempts: 2 }]),
      soon,
    )
  })

  it('stays failed when it is deleted, queued, or addressed to an erased user', async () => {
    const waiting = await keep()
    const erased = await keep({ recipient: 'x@erased.invalid', failedAt: new Date(), lastError: null })
    expect((await again(waiting.id)).status).toBe(409)
    expect((await again(erased.id)).status).toBe(409)
    expect((await again('0197a000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})

it('is the same in the order detail', async () => {
  const customer = await shop.newUser()
  const { orderId } = await placeOrderFor(shop, customer)
  const { number } = (await customer.call(readOrder, { orderId })).body
  await db().transaction(tx =>
    queueMail(tx, shop.node.platform.jobs, orderCancelledMail, customer.user.email, { ...facts, number }),
  )
  const [mail] = (await list({ q: number })).items
  const { subject, ...fate } = mail as AdminMail
  expect(subject).toBe(`Je bestelling ${number} bij Gloed`)
  const desk = (await admin.call(readAdminOrder, { orderId })).body.mails
  expect(desk).toMatchObject([{ id: fate.id, recipient: customer.user.email, template: fate.template }])
  expect(Object.keys(desk[0] ?? {})).toEqual(Object.keys(fate))
})
