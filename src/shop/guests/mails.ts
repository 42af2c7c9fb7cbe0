import { defineEditableMail } from '../../wire/mail.ts'
import { GUEST_LINK_DAYS, guestOrderLinkMail } from './contract.ts'

export const guestMails = [
  defineEditableMail(guestOrderLinkMail, {
    title: 'Link naar een bestelling zonder account',
    words: {
      subject: 'Je bestelling {nummer} bij {winkel}',
      heading: 'Hier is je bestelling',
      paragraphs: [
        'Met de knop open je bestelling {nummer}.',
        `De link werkt ${GUEST_LINK_DAYS} dagen. Deel hem met niemand: wie hem heeft, ziet je bestelling.`,
        'Heb je dit niet gevraagd? Dan hoef je niets te doen.',
      ],
      action: 'Bekijk je bestelling',
    },
    placeholders: {
      nummer: { label: 'het nummer van de bestelling' },
      winkel: { label: 'de naam van de winkel' },
    },
    example: {
      number: '2026-000042',
      url: 'https://example.com/bestelling',
      guestOrderId: 'voorbeeld',
      shopName: 'Gloed',
    },
    values: ({ number, shopName }) => ({ nummer: number, winkel: shopName }),
    frame: ({ url, guestOrderId }) => ({ action: { label: '', url, token: { guestOrderId } } }),
  }),
]
