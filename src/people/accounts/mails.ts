import { defineMail } from '../../wire/mail.ts'
import {
  TOKEN_HOURS,
  verificationMail,
  welcomeMail,
  passwordChangedMail,
  passwordResetMail,
} from './contract.ts'

const verificationAction = (userId: string, url: string) => ({
  label: 'Bevestig je e-mailadres',
  url,
  token: { userId, purpose: 'VERIFY_EMAIL' },
})
const days = TOKEN_HOURS.VERIFY_EMAIL / 24

export const accountMails = [
  defineMail(welcomeMail, ({ userId, url, shopName }) => ({
    subject: `Welkom bij ${shopName}`,
    heading: 'Welkom',
    paragraphs: [
      'Je account staat klaar. Bevestig nog even dat dit e-mailadres van jou is; zo kunnen we je altijd bereiken.',
      `De link werkt ${days} dagen, en één keer.`,
      'Heb je geen account gemaakt? Dan hoef je niets te doen.',
    ],
    action: verificationAction(userId, url),
  })),
  defineMail(verificationMail, ({ userId, url, shopName }) => ({
    subject: `Je e-mailadres bij ${shopName}`,
    heading: 'Bevestig je e-mailadres',
    paragraphs: [
      'Je vroeg om een nieuwe link om je e-mailadres te bevestigen.',
      `Hij werkt ${days} dagen, en één keer.`,
    ],
    action: verificationAction(userId, url),
  })),
  defineMail(passwordResetMail, ({ userId, url, shopName }) => ({
    subject: `Je account bij ${shopName}`,
    heading: 'Kies een nieuw wachtwoord',
    paragraphs: [
      'Er is gevraagd om een nieuw wachtwoord voor je account. Met deze link kies je er een.',
      'De link werkt een uur, en één keer.',
      'Heb je dit niet gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    ],
    action: { label: 'Kies een nieuw wachtwoord', url, token: { userId, purpose: 'RESET_PASSWORD' } },
  })),
  defineMail(passwordChangedMail, ({ url, shopName }) => ({
    subject: `Je account bij ${shopName}`,
    heading: 'Je wachtwoord is gewijzigd',
    paragraphs: [
      'Het wachtwoord van je account is net gewijzigd. Op andere apparaten ben je uitgelogd.',
      'Heb je dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord.',
    ],
    action: { label: 'Dit was ik niet', url },
  })),
]
