import { orderVatCorrectedMail } from './contract.ts'
import { defineOrderMail, required, VIEW_ORDER } from './mails.ts'

export const vatOrderMails = [
  defineOrderMail(orderVatCorrectedMail, {
    title: 'Btw van een bedrijf terug',
    words: {
      heading: 'Je btw komt terug',
      paragraphs: [
        'Je btw-nummer was bij bestelling {nummer} niet na te kijken, en is nu bevestigd. Je bedrijf geeft de btw zelf aan: we geven {bedrag} terug, op dezelfde manier als je betaald hebt.',
        'De creditnota en de nieuwe factuur vind je in de bijlage.',
      ],
      action: VIEW_ORDER,
    },
    placeholders: { bedrag: required('de btw die teruggaat') },
    example: { invoiceIds: [] },
    frame: ({ url, invoiceIds }) => ({ action: { label: '', url }, invoiceIds }),
  }),
]
