import { defineMail } from '../../wire/mail.ts'
import { unreadNotificationsMail } from './contract.ts'

export const notificationMails = [
  defineMail(unreadNotificationsMail, ({ count, url, shopName, lines }) => ({
    subject: `Er wacht iets op je bij ${shopName}`,
    heading: count === 1 ? 'Je hebt een nieuwe melding' : `Je hebt ${count} nieuwe meldingen`,
    paragraphs: [
      ...lines,
      lines.length > 0
        ? 'Log in om te lezen wat er is. We mailen je hoogstens één keer per uur, of eerder als het haast heeft.'
        : 'Log in om te lezen wat er is. We mailen je hoogstens één keer per uur, en alleen over wat je nog niet zag.',
      lines.length > 0
        ? 'Bij je instellingen kies je waarover we je mailen.'
        : 'Liever geen mail? Zet dit uit bij je instellingen.',
    ],
    action: { label: 'Bekijk je meldingen', url },
    unsubscribeUrl: new URL('/profile', url).href,
  })),
]
