import { wordedMail } from '../wire/mail.ts'
import { formatCents } from '../wire/money.ts'
import { minutesCreditedMail } from './contract.ts'

export const minuteMails = [
  wordedMail(minutesCreditedMail, ({ minutes, totalCents, url, shopName, invoiceId }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'Je minuten staan klaar',
    paragraphs: [
      `We hebben ${formatCents(totalCents)} ontvangen en ${minutes} minuten bij je saldo gezet.`,
      'Ze blijven geldig tot je ze gebruikt. De factuur vind je in de bijlage.',
    ],
    action: { label: 'Naar je minuten', url },
    invoiceId,
  })),
]
