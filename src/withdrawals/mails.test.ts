import { expect, it } from 'vitest'
import { withdrawalReceivedMail } from './contract.ts'
import { withdrawalMails } from './mails.ts'

const receipt = (said: object) => {
  const facts = {
    orderNumber: '2026-000042',
    receivedAt: '2026-11-20T12:05:00Z',
    lines: [],
    shopName: 'Gloed',
  }
  const mail = withdrawalMails.find(({ template }) => template.name === withdrawalReceivedMail.name)
  return mail?.say(mail.template.props.parse({ ...facts, ...said }) as never).paragraphs.join(' ')
}

it('the receipt has the moment, and says no more of what it is about than was said', () => {
  expect(receipt({ isWhole: true })).toContain('Op 20 november 2026 om 13:05 ontvingen we')
  expect(receipt({ isWhole: true })).toContain('Het gaat om de hele bestelling.')
  expect(receipt({ lines: ['1 × Roos'] })).toContain('Het gaat om: 1 × Roos.')
  const inWords = receipt({ remark: 'Alleen de tweede.' })
  expect(inWords).toContain('Je schreef: “Alleen de tweede.”')
  expect(inWords).not.toContain('hele bestelling')
})
