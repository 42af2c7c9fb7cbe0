import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openSmtpServer, type TestSmtpServer } from '../../../tests/support/smtpServer.ts'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { completePayment, waitForMail } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { createMailRenderer } from '../../app/mailRenderer.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import { mailTemplate } from '../../wire/mail.ts'
import { renderEmail } from './emailRenderer.ts'
import { cartReminderMail } from '../../shop/cartReminders/contract.ts'
import { memoryTransport, queueMail, sendStoredMail, smtpTransport } from './mail.ts'
import { mails } from '../db/table.ts'

let shop: TestShop
let mailbox: TestSmtpServer
beforeAll(async () => {
  mailbox = await openSmtpServer()
  const sender = { MAIL_FROM: 'Gloed <post@gloed.test>', SELLER_VAT_NUMBER: 'BE0123456749' }
  shop = await openShop({ env: { SMTP_URL: mailbox.url, ...sender } })
})
beforeEach(() => void (mailbox.refusals = 0))
afterAll(async () => {
  await shop.close()
  await mailbox.close()
})

const unwanted = () => Promise.reject(new Error('nothing is enclosed'))
const write = createMailRenderer(() => ({ shopName: 'Gloed', company: [] }), {
  returnLabel: () => Promise.reject(new Error('no label')),
  giftCardCode: () => Promise.resolve(null),
  text: () => Promise.resolve(null),
  message: () => Promise.resolve(null),
  invoice: unwanted,
  token: unwanted,
  content: { published: () => undefined },
})
const props = {
  number: '2026-000042',
  url: 'https://gloed.test/order-confirmation/x',
  totalCents: 4248,
  isSent: true,
  shopName: 'Gloed',
}
let recipients = 0
const nextRecipient = () => `lezer-${(recipients += 1)}@gloed.test`

const keep = (recipient: string) =>
  shop.node.platform.db.transaction(tx =>
    queueMail(tx, shop.node.platform.jobs, orderPaidMail, recipient, props),
  )
const kept = async (recipient: string) =>
  (await shop.node.platform.db.select().from(mails).where(eq(mails.recipient, recipient)))[0]
const arrived = (recipient: string) =>
  mailbox.received.filter(({ to }) => to?.some(({ address }) => address === recipient))
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

describe('a mail', () => {
  it('arrives complete: sender, subject, equal text and HTML, and a Message-ID', async () => {
    const recipient = nextRecipient()
    await keep(recipient)
    await until(() => expect(arrived(recipient)).toHaveLength(1))
    const [mail] = arrived(recipient)
    const row = await kept(recipient)
    const host = new URL(shop.origin).hostname
    expect(mail).toMatchObject({
      from: { name: 'Gloed', address: 'post@gloed.test' },
      subject: 'Je bestelling 2026-000042 bij Gloed',
      messageId: `<${row?.id}@${host}>`,
      text: expect.stringContaining('€\u00A042,48'),
      html: expect.stringContaining('€\u00A042,48'),
    })
    for (const part of [props.url, 'Btw-nummer BE0123456749'])
      for (const body of [mail?.text, mail?.html]) expect(body).toContain(part)
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const headers = mail?.headers.map(({ key }) => key)
    expect(headers).not.toContain('x-mailer')
    expect(headers).not.toContain('list-unsubscribe')
    await until(async () => expect(await kept(recipient)).toMatchObject({ attempts: 1, lastError: null }))
  })

  it('that its recipient may refuse says where', async () => {
    const recipient = nextRecipient()
    const { db, jobs } = shop.node.platform
    const given = { url: `${shop.origin}/shop`, shopName: 'Gloed' }
    await db.transaction(tx => queueMail(tx, jobs, cartReminderMail, recipient, given))
    await until(() => expect(arrived(recipient)).toHaveLength(1))
    expect(arrived(recipient)[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${shop.origin}/profile>` }),
    )
  })

  it('is not sent when its transaction rolls back', async () => {
    const recipient = nextRecipient()
    const { db, jobs } = shop.node.platform
    const undone = db.transaction(async tx => {
      await queueMail(tx, jobs, orderPaidMail, recipient, props)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const next = nextRecipient()
    await keep(next)
    await until(() => expect(arrived(next)).toHaveLength(1))
    expect(await kept(recipient)).toBeUndefined()
    expect(arrived(recipient)).toEqual([])
  })

  it('is retried under the same Message-ID when the server received and then refused it', async () => {
    const recipient = nextRecipient()
    mailbox.refusals = 1
    await keep(recipient)
    await until(async () => expect((await kept(recipient))?.lastError).toContain('451'))
    await until(async () => expect((await kept(recipient))?.sentAt).not.toBeNull())
    const [first, second] = arrived(recipient)
    expect(second?.messageId).toBe(first?.messageId)
    expect(await kept(recipient)).toMatchObject({ attempts: 2, lastError: null })
  })

  it('keeps its Message-ID after a crash between sending and recording, and is else sent once', async () => {
    const { db } = shop.node.platform
    const [row] = await db
      .insert(mails)
      .values({ recipient: nextRecipient(), template: orderPaidMail.name, props })
      .returning()
    const { id, recipient } = row as typeof mails.$inferSelect
    const send = () =>
      sendStoredMail(shop.node.platform, write, smtpTransport(mailbox.url, 'post@gloed.test'), id)
    await send()
    await send()
    expect(arrived(recipient)).toHaveLength(1)
    await db.update(mails).set({ sentAt: null }).where(eq(mails.id, id))
    await send()
    const messageId = `<${id}@${new URL(shop.origin).hostname}>`
    expect(arrived(recipient).map(mail => mail.messageId)).toEqual([messageId, messageId])
  })

  it('does not delay others: all mails stored at once arrive', async () => {
    const all = Array.from({ length: 12 }, nextRecipient)
    await Promise.all(all.map(keep))
    await until(async () => {
      for (const recipient of all) expect((await kept(recipient))?.sentAt).toBeInstanceOf(Date)
    })
    for (const recipient of all) expect(arrived(recipient).length).toBeGreaterThan(0)
  })

  it('waits while the mail server is unavailable', async () => {
    const { port } = mailbox
    await mailbox.close()
    const recipient = nextRecipient()
    await keep(recipient)
    await until(async () => expect((await kept(recipient))?.lastError).toContain('ECONNREFUSED'))
    mailbox = await openSmtpServer(port)
    await until(() => expect(arrived(recipient)).toHaveLength(1))
  })

  it('does not name the bought products', async () => {
    const customer = await shop.newUser()
    const { paymentUrl, productId } = await placeOrderFor(shop, customer)
    await completePayment(paymentUrl, 'paid')
    await until(() => expect(arrived(customer.user.email)).toHaveLength(1))
    const source = JSON.stringify(arrived(customer.user.email))
    expect(source).toContain('20,00')
    expect(source).not.toContain(productId)
    expect(source).not.toMatch(/Product [0-9a-f]{8}/)
  })

  it('without a template stays, with the reason', async () => {
    const recipient = nextRecipient()
    const { db, jobs } = shop.node.platform
    await db.transaction(tx => queueMail(tx, jobs, mailTemplate('unheard-of', z.object({})), recipient, {}))
    await until(async () => expect((await kept(recipient))?.lastError).toContain('unheard-of'))
    expect(await kept(recipient)).toMatchObject({ sentAt: null })
  })

  it('is not shown at /dev/mails when SMTP is set', async () => {
    expect((await shop.newClient().request('GET', '/dev/mails')).status).toBe(404)
  })
})

describe('a rendered mail', () => {
  const content = {
    subject: 'Hallo <b>& "jij"</b>',
    heading: '<script>alert(1)</script>',
    paragraphs: ['Eén & twee', "'drie'"],
    action: { label: 'Ga', url: 'https://gloed.test/?a=1&b="2"' },
  }

  const sender = { shopName: 'Gloed', company: ['Gloed', 'Van & Co', 'Btw-nummer BE0123456789'] }

  it('has the same content as HTML and as text, with the seller, and escapes its quotations', () => {
    const { html, text, subject } = renderEmail(content, sender)
    expect(subject).toBe(content.subject)
    expect(text.split('\n\n')).toEqual([
      content.heading,
      ...content.paragraphs,
      `Ga: ${content.action.url}`,
      'Gloed\nVan & Co\nBtw-nummer BE0123456789',
    ])
    expect(html).not.toContain('<script>')
    const shown = html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    for (const part of [content.heading, ...content.paragraphs, content.action.url, ...sender.company])
      expect(shown).toContain(part)
    expect(html).toContain('href="https://gloed.test/?a=1&#38;b=&#34;2&#34;"')
  })

  it('may have no button', () =>
    expect(renderEmail({ ...content, action: undefined as never }, sender).html).not.toContain('<a '))
})

describe('without an SMTP server', () => {
  it('the last hundred mails are kept, newest first', async () => {
    const transport = memoryTransport()
    for (let count = 1; count <= 105; count += 1) {
      await transport.send({
        to: 'a@gloed.test',
        messageId: `<${count}@gloed>`,
        subject: '',
        html: '',
        text: '',
        attachments: [],
      })
    }
    expect(transport.sent.map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 100 }, (_, index) => `<${105 - index}@gloed>`),
    )
  })

  it('/dev/mails shows a mail without running its scripts', async () => {
    const open = await openShop()
    const empty = await open.newClient().request('GET', '/dev/mails')
    expect(empty).toMatchObject({
      status: 200,
      body: expect.stringContaining('Er is nog geen mail verzonden.'),
    })
    const { db, jobs } = open.node.platform
    const nasty = { ...props, shopName: '<img src=x onerror=alert(1)>' }
    await db.transaction(tx => queueMail(tx, jobs, orderPaidMail, 'lezer@gloed.test', nasty))
    await waitForMail(open, 'lezer@gloed.test', nasty.number)
    const page = String((await open.newClient().request('GET', '/dev/mails')).body)
    expect(page).toContain('lezer@gloed.test')
    expect(page).toContain('2026-000042')
    expect(page).not.toContain('<img')
    await open.close()
  })
})
