import { expect, it } from 'vitest'
import { minutesCreditedMail, minutesRefundedMail } from './contract.ts'
import { minuteMails } from './mails.ts'

const facts = {
  minutes: 15,
  totalCents: 2500,
  url: 'https://gloed.test/live',
  shopName: 'Gloed',
  invoiceId: '0197a000-0000-7000-8000-000000000000',
}
const textOf = (name: string, props: object, paragraphs?: string[]) => {
  const mail = minuteMails.find(({ template }) => template.name === name)
  const words = mail?.editable && { ...mail.editable.words, ...(paragraphs && { paragraphs }) }
  return mail?.buildContent(mail.template.props.parse(props), words).paragraphs.join(' ')
}

it('the mail about bought minutes confirms that the right to withdraw was given up', () => {
  const waived = { ...facts, hasWaived: true }
  const confirmation = /gevraagd om je minuten direct .+ afstand doet van je herroepingsrecht/
  expect(textOf(minutesCreditedMail.name, waived)).toMatch(confirmation)
  expect(textOf(minutesCreditedMail.name, waived, ['Veel plezier.'])).toMatch(/^Veel plezier\. .+/)
  expect(textOf(minutesCreditedMail.name, waived, ['Veel plezier.'])).toMatch(confirmation)
})

it('no mail says so of a purchase without that consent', () => {
  for (const props of [facts, { ...facts, hasWaived: false }])
    expect(textOf(minutesCreditedMail.name, props)).not.toContain('herroepingsrecht')
  expect(textOf(minutesRefundedMail.name, { ...facts, hasWaived: true })).not.toContain('herroepingsrecht')
})
