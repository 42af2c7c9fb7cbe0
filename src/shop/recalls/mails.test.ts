import { expect, it } from 'vitest'
import { recallMail } from './contract.ts'
import { recallMails } from './mails.ts'

const facts = {
  noticeId: 'n',
  productName: 'Lumi',
  hazard: 'De batterij kan te warm worden.',
  action: 'Laad het niet meer.',
  url: 'https://winkel.test/terugroepacties',
  shopName: 'Gloed',
}
const build = (more: object = {}) =>
  recallMails[0]?.buildContent(recallMail.props.parse({ ...facts, ...more }))

it('says what the regulation asks: its heading, the product, when and where it was sold, the hazard, what to do', () => {
  const mail = build({ startsOn: '2026-11-01', endsOn: '2026-11-25' })
  expect(mail?.heading).toBe('Terugroeping: productveiligheid')
  expect(mail?.paragraphs).toEqual([
    'Je kocht bij ons: Lumi. Stop meteen met het te gebruiken.',
    'Verkocht in de webwinkel van Gloed, van 1 november 2026 tot en met 25 november 2026.',
    'Het gevaar: De batterij kan te warm worden.',
    'Wat je moet doen: Laad het niet meer.',
    'Heb je vragen, antwoord dan op deze mail. Gaf of leende je het aan een ander, geef dit bericht dan door.',
    'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
  ])
  expect(mail?.subject).not.toContain('Lumi')
})

it('of before the days were kept says the rest', () => {
  expect(build()?.paragraphs).toHaveLength(5)
})
