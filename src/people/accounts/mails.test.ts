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

    it('shows on a locked phone only the account that it is about', () => {
      expect(content.subject).toMatch(/^(Welkom|Je account|Je e-mailadres) bij Gloed$/)
    })

    it('has a link, with a token only for its own user', () => {
      expect(content.action?.url).toBe(facts.url)
      expect(content.action?.token ?? { userId: 'u1' }).toMatchObject({ userId: 'u1' })
    })
  },
)
