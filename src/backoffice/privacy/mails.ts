import { defineMail } from '../../wire/mail.ts'
import { accountClosedMail, exportReadyMail } from './contract.ts'

const date = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Brussels', dateStyle: 'long' })

export const privacyMails = [
  defineMail(accountClosedMail, ({ deleteAfter, retentionYears, shopName }) => ({
    subject: `Je account bij ${shopName}`,
    heading: 'Je account is gesloten',
    paragraphs: [
      `Je bent overal uitgelogd. Op ${date.format(new Date(deleteAfter))} wissen we je gegevens: je profiel, adressen, verlanglijst, beoordelingen en onze mail aan jou.`,
      `Je bestellingen bewaren we daarna zonder naam en adres; wat nog naar je onderweg moet, houdt zijn adres tot het bezorgd is. Alleen je facturen moeten van de wet nog ${retentionYears} jaar blijven zoals ze zijn.`,
      'Daarna kun je met dit e-mailadres weer een account maken. Heb je dit niet zelf gedaan? Antwoord dan meteen op deze mail.',
    ],
  })),
  defineMail(exportReadyMail, ({ userId, url, expiresAt, shopName }) => ({
    subject: `Je account bij ${shopName}`,
    heading: 'Je gegevens staan klaar',
    paragraphs: [
      `Je vroeg een kopie van je gegevens aan. Log in en haal haar op; dat kan tot ${date.format(new Date(expiresAt))}. Daarna wissen we het bestand.`,
      'Heb je dit niet gevraagd? Kies dan meteen een nieuw wachtwoord.',
    ],
    action: { label: 'Haal je gegevens op', url, token: { userId, purpose: 'EXPORT' } },
  })),
]
