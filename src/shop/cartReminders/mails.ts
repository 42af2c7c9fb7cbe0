import { defineEditableMail } from '../../wire/mail.ts'
import { cartReminderMail } from './contract.ts'

export const cartReminderMails = [
  defineEditableMail(cartReminderMail, {
    title: 'Vergeten winkelwagen',
    words: {
      subject: 'Er wacht nog iets op je bij {winkel}',
      heading: 'Je winkelwagen staat er nog',
      paragraphs: [
        'Je liet gisteren iets in je winkelwagen. Het ligt er nog; we houden het niet voor je vast.',
        'Je krijgt deze mail omdat je dat koos, en één keer. Liever niet meer? Zet dit uit bij je instellingen.',
      ],
      action: 'Naar de winkel',
    },
    placeholders: { winkel: { label: 'de naam van de winkel' } },
    example: { url: 'https://example.com/', shopName: 'Gloed' },
    values: ({ shopName }) => ({ winkel: shopName }),
    frame: ({ url }) => ({
      action: { label: 'Naar de winkel', url },
      unsubscribeUrl: new URL('/profile', url).href,
    }),
  }),
]
