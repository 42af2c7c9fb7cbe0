import { defineEditableMail } from '../../wire/mail.ts'
import { backInStockMail } from './contract.ts'

export const backInStockMails = [
  defineEditableMail(backInStockMail, {
    title: 'Weer op voorraad',
    words: {
      subject: 'Er is weer wat je zocht bij {winkel}',
      heading: 'Het is er weer',
      paragraphs: [
        'Waarvan je ons vroeg het te laten weten, is er weer. We houden het niet voor je vast: op is op.',
        'Dit is de enige mail die je hierover krijgt.',
      ],
      action: 'Bekijk het',
    },
    placeholders: { winkel: { label: 'de naam van de winkel' } },
    example: { url: 'https://example.com/', shopName: 'Gloed' },
    values: ({ shopName }) => ({ winkel: shopName }),
    frame: ({ url }) => ({ action: { label: 'Bekijk het', url } }),
  }),
]
