import { defineMail } from '../../wire/mail.ts'
import { formatCents } from '../../wire/money.ts'
import { minutesCreditedMail, minutesPaidTwiceMail, minutesRefundedMail } from './contract.ts'

/** Empty when only money was refunded. */
const describeRefundedMinutes = (minutes: number): string => {
  if (minutes === 0) return 'je minuten'
  return minutes === 1 ? '1 minuut die je niet gebruikte' : `${minutes} minuten die je niet gebruikte`
}

export const minuteMails = [
  defineMail(minutesCreditedMail, ({ minutes, totalCents, url, shopName, invoiceId }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'Je minuten staan klaar',
    paragraphs: [
      `We hebben ${formatCents(totalCents)} ontvangen en ${minutes} minuten bij je saldo gezet.`,
      'De laatste 2 minuten van je saldo kun je niet spelen: bij 2 stopt de toy.',
      'Ze blijven geldig tot je ze gebruikt. De factuur vind je in de bijlage.',
    ],
    action: { label: 'Naar je minuten', url },
    invoiceId,
  })),
  defineMail(minutesRefundedMail, ({ minutes, totalCents, url, shopName, invoiceId }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'We betalen je terug',
    paragraphs: [
      `We geven ${formatCents(totalCents)} terug voor ${describeRefundedMinutes(minutes)}, op dezelfde manier als je betaald hebt.`,
      'Dat duurt meestal een paar werkdagen. De creditnota vind je in de bijlage.',
    ],
    action: { label: 'Naar je minuten', url },
    invoiceId,
  })),
  defineMail(minutesPaidTwiceMail, ({ totalCents, url, shopName }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'We betalen je terug',
    paragraphs: [
      'Er kwam een tweede betaling binnen voor minuten die al betaald waren.',
      `We geven die ${formatCents(totalCents)} volledig terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen.`,
    ],
    action: { label: 'Naar je minuten', url },
  })),
]
