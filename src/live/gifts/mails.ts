import { defineMail } from '../../wire/mail.ts'
import { formatCents } from '../../wire/money.ts'
import { giftCreditedMail, giftPaidMail, giftReturnedMail } from './contract.ts'

const action = (url: string) => ({ label: 'Naar de wensen', url })
const soon = 'Dat duurt meestal een paar werkdagen.'

export const giftMails = [
  defineMail(giftPaidMail, ({ totalCents, isAnonymous, url, shopName, invoiceId }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'Bedankt voor je cadeau',
    paragraphs: [
      `We hebben ${formatCents(totalCents)} ontvangen en het meteen laten weten. ${
        isAnonymous ? 'Je naam noemen we niet.' : 'De naam die je koos staat erbij.'
      }`,
      'De factuur vind je in de bijlage.',
    ],
    action: action(url),
    invoiceId,
  })),
  defineMail(giftReturnedMail, ({ why, totalCents, url, shopName }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'We betalen je terug',
    paragraphs: [
      why === 'LATE'
        ? 'Je betaling kwam binnen toen dit cadeau niet meer gegeven kon worden.'
        : 'Er kwam een tweede betaling binnen voor een cadeau dat al betaald was.',
      `We geven ${formatCents(totalCents)} volledig terug, op dezelfde manier als je betaald hebt. ${soon}`,
    ],
    action: action(url),
  })),
  defineMail(giftCreditedMail, ({ totalCents, url, shopName, invoiceId }) => ({
    subject: `Je aankoop bij ${shopName}`,
    heading: 'We betalen je terug',
    paragraphs: [
      `We geven ${formatCents(totalCents)} van je cadeau terug, op dezelfde manier als je betaald hebt.`,
      `${soon} De creditnota vind je in de bijlage.`,
    ],
    action: action(url),
    invoiceId,
  })),
]
