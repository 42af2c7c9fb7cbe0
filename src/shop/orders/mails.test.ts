import { describe, expect, it } from 'vitest'
import { digitalOrderMails } from './lines/digital.mails.ts'
import { orderCreditedMail, orderPaidMail, orderRefundedMail } from './contract.ts'
import { orderMails } from './mails.ts'
import { vatOrderMails } from './vat.mails.ts'

const facts = {
  number: '2026-000042',
  url: 'https://gloed.test/order-confirmation/x',
  totalCents: 4248,
  isSent: true,
  shopName: 'Gloed',
}
const say = (name: string, props: object = facts) => {
  const mail = [...orderMails, ...digitalOrderMails, ...vatOrderMails].find(
    ({ template }) => template.name === name,
  )
  return mail?.buildContent(mail.template.props.parse(props))
}
const textOf = (name: string, props: object = facts) => say(name, props)?.paragraphs.join(' ')

describe('the mail about a paid order', () => {
  it('states the paid amount and how the parcel is sent', () => {
    expect(textOf(orderPaidMail.name)).toContain('€\u00A042,48 ontvangen voor bestelling 2026-000042')
    expect(textOf(orderPaidMail.name)).toContain('14 dagen bedenktijd')
  })

  it('promises no parcel and no cooling-off period for digital products', () => {
    expect(textOf(orderPaidMail.name, { ...facts, isSent: false })).not.toMatch(/pakket|bedenktijd/)
  })

  it('mentions no payment where nothing was due', () => {
    const free = { ...facts, totalCents: 0 }
    expect(say(orderPaidMail.name, free)?.heading).toBe('Bedankt voor je bestelling')
    expect(textOf(orderPaidMail.name, free)).not.toContain('€')
  })
})

it('the mail about a full refund says that everything is refunded', () => {
  expect(textOf(orderRefundedMail.name)).toContain('€\u00A042,48 volledig terug')
})

describe('the mail about a refund', () => {
  it('says that it comes the way that the order was paid', () =>
    expect(textOf(orderCreditedMail.name)).toContain('op dezelfde manier als je betaald hebt'))

  it('says that store credit is there at once', () => {
    const text = textOf(orderCreditedMail.name, { ...facts, isToCredit: true })
    expect(text).toContain('tegoed, en je kunt het meteen gebruiken')
    expect(text).not.toContain('op dezelfde manier')
  })
})

describe('the mail about a digital delivery', () => {
  const delivered = { ...facts, orderId: 'o-1', isWhole: true, isSent: false }

  it('has a link that works without signing in, and none to withdraw', () => {
    expect(say('order-digital', delivered)).toMatchObject({
      subject: 'Je bestelling 2026-000042 bij Gloed',
      action: { url: 'https://gloed.test/downloads', token: { orderId: 'o-1' } },
      secondaryAction: { url: facts.url },
    })
    expect(textOf('order-digital', delivered)).toContain('7 dagen zonder in te loggen')
    expect(textOf('order-digital', delivered)).toContain('geen herroepingsrecht')
  })

  it('says of a mixed order that the rest is sent', () => {
    expect(textOf('order-digital', delivered)).not.toContain('sturen we')
    const mixed = { ...delivered, isWhole: false, isSent: true }
    expect(textOf('order-digital', mixed)).toContain('De rest sturen we je apart toe.')
  })
})

it('the mail about a paid order that is delivered promises no more work', () => {
  const text = textOf(orderPaidMail.name, { ...facts, isSent: false, isDelivered: true })
  expect(text).toContain('staat al voor je klaar')
  expect(text).not.toContain('aan de slag')
})

it('the mail about a paid order whose goods are delivered speaks of no download and of no parcel to come', () => {
  const text = textOf(orderPaidMail.name, {
    ...facts,
    isSent: true,
    isDelivered: true,
    promisedOn: '2026-12-01',
  })
  expect(text).not.toMatch(/klaar|aan de slag|neutrale doos|We verwachten/)
  expect(text).toContain('14 dagen bedenktijd')
})

it('the mail about a payment that was broken off says so, and that of a failed one that it failed', () => {
  expect(say('payment-failed', { ...facts, isBrokenOff: true })?.heading).toBe('Je betaling is afgebroken')
  expect(say('payment-failed')?.heading).toBe('Je betaling is niet gelukt')
})

const aboutOrder = [...orderMails, ...vatOrderMails].map(({ template }) => template.name)
it.each(aboutOrder)('%s shows only the order number on a locked phone', name => {
  expect(say(name)).toMatchObject({
    subject: 'Je bestelling 2026-000042 bij Gloed',
    action: { label: expect.any(String), url: expect.stringContaining(facts.url) },
  })
})

it('the mail about a failed payment links to a new payment, and states that nothing was charged', () => {
  expect(say('payment-failed')?.action).toEqual({
    label: 'Probeer het opnieuw',
    url: `${facts.url}?pay=again`,
  })
  expect(textOf('payment-failed')).toContain('Er is niets afgeschreven.')
})

it('only the buyer of a parcel is shown how to withdraw', () => {
  expect(say(orderPaidMail.name)?.secondaryAction?.url).toBe('https://gloed.test/herroepen?order=2026-000042')
  expect(say(orderPaidMail.name, { ...facts, isSent: false })?.secondaryAction).toBeUndefined()
})

it('the mail about a shipment links to the carrier when it can be tracked, else to the order', () => {
  const tracking = {
    carrier: 'DHL',
    code: 'JVGL0001',
    url: 'https://my.dhlecommerce.nl/home/tracktrace/JVGL0001',
  }
  const shipped = orderMails.find(({ template }) => template.name === 'order-shipped')
  const followed = shipped?.buildContent(shipped.template.props.parse({ ...facts, tracking }))
  expect(followed?.action).toEqual({ label: 'Volg je pakket', url: tracking.url })
  expect(followed?.paragraphs.join(' ')).toContain('DHL brengt je pakket. De code is JVGL0001.')
  expect(say('order-shipped')?.action?.url).toBe(facts.url)
})

it('the mail about a cancelled order promises a refund only when it was paid', () => {
  const cancelled = (isPaid: boolean) => textOf('order-cancelled', { ...facts, isPaid })
  expect(cancelled(true)).toContain('aparte mail')
  expect(cancelled(false)).toContain('Je hoeft niets te betalen.')
})
