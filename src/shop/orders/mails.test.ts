import { describe, expect, it } from 'vitest'
import { orderPaidMail, orderRefundedMail } from './contract.ts'
import { orderMails } from './mails.ts'

const facts = {
  number: '2026-000042',
  url: 'https://gloed.test/order-confirmation/x',
  totalCents: 4248,
  isSent: true,
  shopName: 'Gloed',
}
const say = (name: string, props = facts) => {
  const mail = orderMails.find(({ template }) => template.name === name)
  return mail?.buildContent(mail.template.props.parse(props))
}
const textOf = (name: string, props = facts) => say(name, props)?.paragraphs.join(' ')

describe('the mail about a paid order', () => {
  it('says what was paid, and how a parcel comes', () => {
    expect(textOf(orderPaidMail.name)).toContain('€\u00A042,48 ontvangen voor bestelling 2026-000042')
    expect(textOf(orderPaidMail.name)).toContain('14 dagen bedenktijd')
  })

  it('promises no parcel and no cooling-off for what is digital', () => {
    expect(textOf(orderPaidMail.name, { ...facts, isSent: false })).not.toMatch(/pakket|bedenktijd/)
  })

  it('thanks for no payment where nothing was due', () => {
    const free = { ...facts, totalCents: 0 }
    expect(say(orderPaidMail.name, free)?.heading).toBe('Bedankt voor je bestelling')
    expect(textOf(orderPaidMail.name, free)).not.toContain('€')
  })
})

it('the mail about a refund says that all of it goes back', () => {
  expect(textOf(orderRefundedMail.name)).toContain('€\u00A042,48 volledig terug')
})

it.each(orderMails.map(({ template }) => template.name))(
  '%s shows a number on a locked phone, and no more',
  name => {
    expect(say(name)).toMatchObject({
      subject: 'Je bestelling 2026-000042 bij Gloed',
      action: { label: expect.any(String), url: expect.stringContaining(facts.url) },
    })
  },
)

it('the mail about a payment that came to nothing leads to trying again, and says that nothing was taken', () => {
  expect(say('payment-failed')?.action).toEqual({
    label: 'Probeer het opnieuw',
    url: `${facts.url}?pay=again`,
  })
  expect(textOf('payment-failed')).toContain('Er is niets afgeschreven.')
})

it('a parcel’s buyer is shown the way to withdraw, and nobody else', () => {
  expect(say(orderPaidMail.name)?.secondaryAction?.url).toBe('https://gloed.test/herroepen?order=2026-000042')
  expect(say(orderPaidMail.name, { ...facts, isSent: false })?.secondaryAction).toBeUndefined()
})

it('the mail about what was sent leads to the carrier when it can be followed, and to the order when not', () => {
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

it('the mail about a cancelled order promises money back only where some came in', () => {
  const cancelled = (isPaid: boolean) => textOf('order-cancelled', { ...facts, isPaid } as typeof facts)
  expect(cancelled(true)).toContain('aparte mail')
  expect(cancelled(false)).toContain('Je hoeft niets te betalen.')
})
