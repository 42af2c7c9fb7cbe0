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
    'Heb je vragen, antwoord dan op deze mail, of stel ze op https://winkel.test/contact. Gaf of leende je het aan een ander, geef dit bericht dan door.',
    'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
  ])
  expect(mail?.subject).not.toContain('Lumi')
})

it('says how to recognize it and what one is entitled to', () => {
  const identification = ['Merk: Sintel', 'Model: S-1', 'Partij 2026-08, onder het deksel']
  const remedy = 'Je kiest zelf: een gratis reparatie of terugbetaling van minstens wat je betaalde.'
  const mail = build({ identification, remedy })
  expect(mail?.paragraphs[1]).toBe(
    'Zo herken je het: Merk: Sintel. Model: S-1. Partij 2026-08, onder het deksel.',
  )
  expect(mail?.paragraphs).toContain(`Waar je recht op hebt: ${remedy}`)
})

it('of before the days were kept says the rest', () => {
  expect(build()?.paragraphs).toHaveLength(5)
})
