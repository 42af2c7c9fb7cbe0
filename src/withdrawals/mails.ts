import { wordedMail } from '../wire/mail.ts'
import { withdrawalAnsweredMail, withdrawalReceivedMail } from './contract.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'long',
  timeStyle: 'short',
})

export const withdrawalMails = [
  wordedMail(withdrawalReceivedMail, ({ orderNumber, receivedAt, lines, shopName }) => ({
    subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
    heading: 'We hebben je herroeping ontvangen',
    paragraphs: [
      `Op ${moment.format(new Date(receivedAt))} ontvingen we je herroeping van bestelling ${orderNumber}.`,
      lines.length > 0 ? `Het gaat om: ${lines.join(', ')}.` : 'Het gaat om de hele bestelling.',
      'We antwoorden binnen 5 werkdagen. Stuur nog niets terug voordat je van ons hoort hoe dat gaat.',
      'Heb je dit niet zelf gevraagd? Laat het ons dan weten.',
    ],
  })),
  wordedMail(withdrawalAnsweredMail, ({ orderNumber, accepted, answer, shopName }) => ({
    subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
    heading: accepted ? 'We nemen je bestelling terug' : 'We kunnen je herroeping niet aannemen',
    paragraphs: [answer],
  })),
]
