import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../tests/support/shop.ts'
import { readBody } from '../people/content/cache.service.ts'
import { contentSchema } from '../people/content/definition.rules.ts'
import { createMailRenderer, mailContentDefinitions } from './mailRenderer.ts'
import { previewMail, publishContent, readContent } from '../people/content/admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const publish = async (key: string, changes: object) => {
  const { version, revision, published } = (await admin.call(readContent, { key })).body
  return admin.call(publishContent, { key, version, revision, body: { ...published, ...changes } })
}
const render = (template: string, props: object) =>
  createMailRenderer(() => ({ shopName: 'Gloed', company: [] }), {
    returnLabel: () => Promise.reject(new Error('no label')),
    giftCardCode: () => Promise.resolve(null),
    text: () => Promise.resolve(null),
    message: () => Promise.resolve(null),
    invoice: () => Promise.reject(new Error('no invoice here')),
    token: () => Promise.resolve('geheim'),
    content: shop.node.platform.content,
  })(template, props)
const order = {
  number: '2026-000042',
  url: 'https://gloed.test/order-confirmation/x',
  totalCents: 4248,
  isSent: true,
  shopName: 'Gloed',
}

describe('a mail that its recipient may refuse', () => {
  const about = { url: 'https://gloed.test/notifications', shopName: 'Gloed' }
  const refusable: [template: string, props: object][] = [
    ['news-waiting', { ...about, count: 1, lines: [] }],
    ['news-waiting', { ...about, count: 2, lines: ['1 bestelling'] }],
    ['cart-reminder', about],
  ]
  it.each(refusable)('%s says where, also in its header: %j', async (template, props) => {
    const { unsubscribeUrl, text } = await render(template, props)
    expect(unsubscribeUrl).toBe('https://gloed.test/profile')
    expect(text).toMatch(/instellingen|profiel/)
  })

  it('is one of these, and no other of which an admin writes the words', async () => {
    const says = mailContentDefinitions.filter(({ defaults }) =>
      /liever geen|zet (?:dit|ze|het) uit|instellingen/i.test(JSON.stringify(defaults['paragraphs'])),
    )
    expect(says.map(({ key }) => key)).toEqual(['mail.cart-reminder'])
    const once = await render('back-in-stock', about)
    expect(once).not.toHaveProperty('unsubscribeUrl')
    expect(once.text).toContain('Dit is de enige mail die je hierover krijgt.')
  })
})

describe.each(mailContentDefinitions)('the words of $key', definition => {
  it('follow their own rules by default, and only with the parts that must stay', () => {
    expect(contentSchema(definition).parse(definition.defaults)).toEqual(definition.defaults)
    expect(readBody(definition, {})).toEqual(definition.defaults)
    for (const { name, requiredIn } of definition.placeholders) {
      if (requiredIn === undefined) continue
      const words = definition.defaults[requiredIn]
      const without = typeof words === 'string' ? words.replaceAll(`{${name}}`, 'x') : ''
      const read = contentSchema(definition).safeParse({ ...definition.defaults, [requiredIn]: without })
      expect(read.error?.issues.map(({ message }) => message).join()).toContain(
        `{${name}} moet blijven staan`,
      )
    }
  })

  it('leave no placeholder in a mail', async () => {
    const { status, body } = await admin.call(previewMail, {
      key: definition.key,
      body: definition.defaults,
    })
    expect(status).toBe(200)
    expect(body.subject + body.html.replace(/style="[^"]*"/g, '')).not.toMatch(/[{}]/)
  })
})

describe('a mail', () => {
  it('says what an admin published, and keeps its links', async () => {
    const paragraphs = 'Fijn, {nummer} is betaald.\n\n{betaling}\n\n{verzending}'
    expect(
      (await publish('mail.order-paid', { heading: 'Dank je wel', paragraphs, action: 'Kijk' })).status,
    ).toBe(200)
    const { text, subject } = await render('order-paid', order)
    expect(subject).toBe('Je bestelling 2026-000042 bij Gloed')
    expect(text).toContain('Dank je wel\n\nFijn, 2026-000042 is betaald.\n\nWe hebben')
    expect(text).toContain(`Kijk: ${order.url}`)
    expect(text).toContain('/herroepen?order=2026-000042')
    const digital = await render('order-paid', { ...order, isSent: false, isDelivered: true })
    expect(digital.text).not.toContain('bedenktijd')
  })

  it('keeps the link with its token, and the HTML of nobody', async () => {
    await publish('mail.password-reset', { paragraphs: '<b>Kies</b> iets & onthoud het.', action: 'Kies' })
    const props = { userId: 'u', url: 'https://gloed.test/reset-password', shopName: '<i>Gloed</i> {dagen}' }
    const { html, text } = await render('password-reset', props)
    expect(text).toContain('Kies: https://gloed.test/reset-password#token=geheim')
    expect(html).not.toMatch(/<[bi]>/)
  })

  it.each([
    [
      'mail.order-paid',
      { paragraphs: 'Dag {naam}. {betaling} {verzending}' },
      'paragraphs',
      /\{naam\} bestaat niet/,
    ],
    ['mail.order-paid', { paragraphs: 'Dank je. {betaling}' }, 'paragraphs', /\{verzending\} moet blijven/],
    ['mail.welcome', { subject: 'Een\nregel' }, 'subject', /één regel/],
    ['mail.welcome', { action: '' }, 'action', /Vul dit in/],
  ])('%s refuses %j', async (key, changes, field, message) => {
    const { status, body } = await publish(key, changes)
    expect(status).toBe(400)
    expect((body as unknown as { fields: Record<string, string> }).fields[field]).toMatch(message)
  })
})

it('previews only mails, and only for admins', async () => {
  expect(await admin.call(previewMail, { key: 'faq', body: {} })).toMatchObject({ status: 404 })
  expect(await admin.call(previewMail, { key: 'mail.order-digital', body: {} })).toMatchObject({
    status: 404,
  })
  const { body } = await admin.call(previewMail, {
    key: 'mail.order-paid',
    body: { subject: 'S {nummer}', heading: '<script>', paragraphs: 'Een {onbekend}', action: 'Knop' },
  })
  expect(body.subject).toBe('S 2026-000042')
  expect(body.html).toContain('Een {onbekend}')
  expect(body.html).not.toContain('<script>')
})
