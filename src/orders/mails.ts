import { wordedMail } from '../wire/mail.ts'
import { formatCents } from '../wire/money.ts'
import { orderPaidMail, orderRefundedMail } from './contract.ts'

export const orderMails = [
  wordedMail(orderPaidMail, ({ number, totalCents, isSent, url, shopName }) => ({
    subject: `Je bestelling ${number} bij ${shopName}`,
    heading: totalCents > 0 ? 'Bedankt, je betaling is binnen' : 'Bedankt voor je bestelling',
    paragraphs: [
      totalCents > 0
        ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number} en gaan ermee aan de slag.`
        : `We gaan aan de slag met bestelling ${number}. Je hoeft niets te betalen.`,
      ...(isSent
        ? [
            'Je pakket komt in een neutrale doos, zonder onze naam erop. Vanaf ontvangst heb je 14 dagen bedenktijd.',
          ]
        : []),
    ],
    action: { label: 'Bekijk je bestelling', url },
  })),
  wordedMail(orderRefundedMail, ({ number, totalCents, url, shopName }) => ({
    subject: `Je bestelling ${number} bij ${shopName}`,
    heading: 'We konden je bestelling niet meer leveren',
    paragraphs: [
      `Je betaling voor bestelling ${number} kwam binnen toen er niet genoeg voorraad meer was. Dat spijt ons.`,
      `We betalen ${formatCents(totalCents)} volledig terug, op dezelfde manier als je betaald hebt.`,
    ],
    action: { label: 'Bekijk je bestelling', url },
  })),
]
