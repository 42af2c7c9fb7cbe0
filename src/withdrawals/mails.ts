import { wordedMail } from '../wire/mail.ts'
import { withdrawalAnsweredMail, withdrawalReceivedMail } from './contract.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** What was named and is not in it (it is digital, or we don't know the order) is for a person to answer. */
const scopeOf = (lines: string[], isWhole: boolean): string[] => {
  if (lines.length > 0) return [`Het gaat om: ${lines.join(', ')}.`]
  return [isWhole ? 'Het gaat om de hele bestelling.' : 'We kijken na om welke producten het gaat.']
}

export const withdrawalMails = [
  wordedMail(withdrawalReceivedMail, ({ orderNumber, receivedAt, lines, remark, isWhole, shopName }) => ({
    subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
    heading: 'We hebben je herroeping ontvangen',
    paragraphs: [
      `Op ${moment.format(new Date(receivedAt))} ontvingen we je herroeping van bestelling ${orderNumber}.`,
      ...scopeOf(lines, isWhole),
      ...(remark ? [`Je schreef: “${remark}”`] : []),
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
