import { expect, it } from 'vitest'
import { recallMail } from './contract.ts'
import { recallMails } from './mails.ts'

const facts = {
  noticeId: 'n',
  productName: 'Lumi',
  startsOn: '2026-11-01',
  endsOn: '2026-11-25',
  hazard: 'De batterij kan te warm worden.',
  action: 'Laad het niet meer.',
  remedy: 'Je kiest zelf: een gratis reparatie of terugbetaling van minstens wat je betaalde.',
  url: 'https://winkel.test/terugroepacties',
  shopName: 'Gloed',
}
const build = (more: object = {}) =>
  recallMails[0]?.buildContent(recallMail.props.parse({ ...facts, ...more }))

it('has the elements of the regulation, in its order: the product, the days and the seller, the hazard, the instruction, the contact', () => {
  const mail = build()
  expect(mail?.heading).toBe('Productveiligheidsterugroepactie')
  expect(mail?.paragraphs).toEqual([
    'Je kocht bij ons: Lumi.',
    'Verkocht door de webwinkel Gloed, van 1 november 2026 tot en met 25 november 2026.',
    'Het gevaar: De batterij kan te warm worden.',
    'Wat je moet doen: Stop meteen met het te gebruiken. Laad het niet meer.',
    `Waar je recht op hebt: ${facts.remedy}`,
    'Heb je vragen, antwoord dan op deze mail, of stel ze op https://winkel.test/contact. Gaf of leende je het aan een ander, geef dit bericht dan door.',
    'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
  ])
  expect(mail?.subject).not.toContain('Lumi')
})

it('says how to recognize it', () => {
  const identification = ['Merk: Sintel', 'Model: S-1', 'Partij 2026-08, onder het deksel']
  const mail = build({ identification })
  expect(mail?.paragraphs[1]).toBe(
    'Zo herken je het: Merk: Sintel. Model: S-1. Partij 2026-08, onder het deksel.',
  )
})

it('has the whole in French below it, for a buyer in Belgium', () => {
  const french = {
    identification: ['Marque : Sintel', 'Lot 2026-08'],
    hazard: 'La batterie peut chauffer.',
    action: 'Ne le chargez plus.',
    remedy: 'À votre choix : une réparation gratuite.',
  }
  const mail = build({ french })
  expect(mail?.paragraphs.slice(7)).toEqual([
    'RAPPEL DE PRODUIT POUR DES RAISONS DE SÉCURITÉ',
    'Vous avez acheté chez nous : Lumi.',
    'Comment le reconnaître : Marque : Sintel. Lot 2026-08.',
    'Vendu par la boutique en ligne Gloed, du 1 novembre 2026 au 25 novembre 2026.',
    'Le danger : La batterie peut chauffer.',
    'Ce que vous devez faire : Cessez immédiatement de l’utiliser. Ne le chargez plus.',
    'Ce à quoi vous avez droit : À votre choix : une réparation gratuite.',
    'Des questions ? Répondez à ce message, ou posez-les sur https://winkel.test/contact. Si vous l’avez donné ou prêté, transmettez ce message.',
    'Ouvrez ce message, même si vous n’avez plus le produit : nous saurons que vous l’avez lu.',
  ])
})
