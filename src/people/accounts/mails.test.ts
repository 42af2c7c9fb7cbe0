import { describe, expect, it } from 'vitest'
import { accountMails } from './mails.ts'

const facts = {
  userId: 'u1',
  url: 'https://gloed.test/reset-password',
  shopName: 'Gloed',
}
describe.each(accountMails.map(mail => [mail.template.name, mail] as const))(
  '%s',
  (_, { buildContent: say }) => {
    const content = say(facts)

    it('says nothing on a locked phone but whose account it is about', () => {
      expect(content.subject).toMatch(/^(Welkom|Je account|Je e-mailadres) bij Gloed$/)
    })

    it('leads somewhere, and with a token only for the user that it is for', () => {
      expect(content.action?.url).toBe(facts.url)
      expect(content.action?.token?.userId ?? 'u1').toBe('u1')
    })
  },
)
