import { defineMail } from '../../wire/mail.ts'
import { RECALL_HEADING, recallMail } from './contract.ts'

const dayFormat = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const recallMails = [
  // Its words are fixed: the regulation wants its title, the hazard and what to do (Reg. (EU) 2023/988, art. 36).
  defineMail(recallMail, ({ identification, remedy, ...recall }) => {
    const { noticeId, productName, startsOn, endsOn, hazard, action, url, shopName } = recall
    return {
      subject: `Belangrijk veiligheidsbericht van ${shopName}`,
      heading: RECALL_HEADING,
      paragraphs: [
        `Je kocht bij ons: ${productName}. Stop meteen met het te gebruiken.`,
        ...(identification.length > 0 ? [`Zo herken je het: ${identification.join('. ')}.`] : []),
        ...(startsOn && endsOn
          ? [
              `Verkocht in de webwinkel van ${shopName}, van ${formatDay(startsOn)} tot en met ${formatDay(endsOn)}.`,
            ]
          : []),
        `Het gevaar: ${hazard}`,
        `Wat je moet doen: ${action}`,
        ...(remedy === null ? [] : [`Waar je recht op hebt: ${remedy}`]),
        `Heb je vragen, antwoord dan op deze mail, of stel ze op ${new URL('/contact', url).href}. Gaf of leende je het aan een ander, geef dit bericht dan door.`,
        'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
      ],
      action: { label: 'Bericht openen', url, token: { recallNoticeId: noticeId } },
    }
  }),
]
