import { describe, expect, it } from 'vitest'
import { withdrawalDecidedMail, withdrawalReceivedMail } from './contract.ts'
import { withdrawalMails } from './mails.ts'

const receipt = (said: object) => {
  const facts = {
    orderNumber: '2026-000042',
    receivedAt: '2026-11-20T12:05:00Z',
    lines: [],
    shopName: 'Gloed',
    withdrawalId: 'w',
  }
  const mail = withdrawalMails.find(({ template }) => template.name === withdrawalReceivedMail.name)
  return mail?.buildContent(mail.template.props.parse({ ...facts, ...said }) as never).paragraphs.join(' ')
}

it('the receipt names units that were withdrawn before', () => {
  const both = receipt({ lines: ['1 × Roos'], withdrawnBefore: ['2 × Roos'] })
  expect(both).toContain('Het gaat om: 1 × Roos. Eerder al herroepen: 2 × Roos.')
  expect(receipt({ withdrawnBefore: ['3 × Roos'] })).not.toContain('We kijken na')
})

it('the receipt has the time, and only the customer’s statements', () => {
  expect(receipt({ isWhole: true })).toContain('Op 20 november 2026 om 13:05 ontvingen we')
  expect(receipt({ isWhole: true })).toContain('Het gaat om de hele bestelling.')
  expect(receipt({ lines: ['1 × Roos'] })).toContain('Het gaat om: 1 × Roos.')
  const inWords = receipt({ hasRemark: true })
  expect(inWords).toContain('Je schreef: “[[tekst 0]]”')
  expect(inWords).not.toContain('hele bestelling')
})

it('the receipt asks to wait with a parcel only where there may be one', () => {
  const [sent, digital] = [
    receipt({ lines: ['1 × Roos'] }),
    receipt({ lines: ['1 × Cadeaubon'], hasParcel: false }),
  ]
  expect(sent).toContain('Stuur nog niets terug')
  expect(digital).not.toContain('Stuur nog niets terug')
  expect(digital).toContain('Je hoeft niets terug te sturen.')
})

it('the receipt says for each line whether it can be returned, and why not', () => {
  const digital = ['1 × E-book']
  expect(receipt({ lines: ['1 × Roos'], digital })).toContain(
    'Het gaat om: 1 × Roos. Niet te herroepen: 1 × E-book.',
  )
  expect(receipt({ digital })).toContain('met jouw instemming meteen geleverd')
  expect(receipt({ digital })).not.toContain('We kijken na')
  expect(receipt({ isWhole: true, sealed: ['1 × Lumi'] })).toContain(
    'Alleen met een hele verzegeling kan terug: 1 × Lumi.',
  )
})

const decision = { orderNumber: '2026-000042', shopName: 'Gloed', withdrawalId: 'w' }

it('a refusal has the reason and the shop’s explanation', () => {
  const mail = withdrawalMails.find(({ template }) => template.name === withdrawalDecidedMail.name)
  const refused = [
    { line: '1 × Lumi', reason: 'SEAL_BROKEN', noteId: null },
    { line: '2 × Roos', reason: 'OTHER', noteId: 'n' },
  ]
  const facts = { ...decision, accepted: [], toReturn: [], refused }
  const said = mail?.buildContent(mail.template.props.parse(facts) as never)
  expect(said?.heading).toBe('Dit kunnen we niet terugnemen')
  expect(said?.paragraphs).toEqual([
    'Dit kunnen we niet terugnemen: 1 × Lumi. De verzegeling is verbroken; om redenen van hygiëne kan het dan niet terug.',
    'Dit kunnen we niet terugnemen: 2 × Roos. [[tekst 1]]',
  ])
})

describe('a line that is taken back', () => {
  const decided = (accepted: string[], toReturn: string[]) => {
    const mail = withdrawalMails.find(({ template }) => template.name === withdrawalDecidedMail.name)
    const facts = { ...decision, accepted, toReturn, refused: [] }
    return mail?.buildContent(mail.template.props.parse(facts) as never).paragraphs.join(' ')
  }

  it('has to come back when it was shipped', () => {
    expect(decided(['1 × Lumi'], ['1 × Lumi'])).toBe(
      'Dit nemen we terug: 1 × Lumi. Stuur het binnen 14 dagen naar ons terug, als je dat nog niet gedaan hebt. Daarna betalen we je terug.',
    )
  })

  it('stays where it is when nothing was shipped', () => {
    expect(decided(['1 × Cadeaubon'], [])).toBe(
      'Dit nemen we terug: 1 × Cadeaubon. Je hoeft niets terug te sturen. We betalen je terug op dezelfde manier als je betaald hebt.',
    )
  })

  it('names the lines that have to come back when only some of them were shipped', () => {
    const said = decided(['1 × Cadeaubon', '1 × Lumi'], ['1 × Lumi'])
    expect(said).toContain('nog niet gedaan hebt: 1 × Lumi. Daarna betalen we je terug.')
  })
})
