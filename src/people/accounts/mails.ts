import { defineEditableMail, type EditableMail } from '../../wire/mail.ts'
import {
  TOKEN_HOURS,
  verificationMail,
  welcomeMail,
  passwordChangedMail,
  passwordResetMail,
} from './contract.ts'

/** The words have its label. */
const verificationAction = (userId: string, url: string) => ({
  label: '',
  url,
  token: { userId, purpose: 'VERIFY_EMAIL' },
})
const days = TOKEN_HOURS.VERIFY_EMAIL / 24

const example = { userId: 'voorbeeld', url: 'https://example.com/', shopName: 'Gloed' }
const placeholders: EditableMail['placeholders'] = { winkel: { label: 'de naam van de winkel' } }
const withDays: EditableMail['placeholders'] = {
  ...placeholders,
  dagen: { label: 'hoe lang de link werkt, in dagen', isRequired: true },
}
const values = ({ shopName }: { shopName: string }) => ({ winkel: shopName, dagen: String(days) })

export const accountMails = [
  defineEditableMail(welcomeMail, {
    title: 'Welkom, met de link die het e-mailadres bevestigt',
    words: {
      subject: 'Welkom bij {winkel}',
      heading: 'Welkom',
      paragraphs: [
        'Je account staat klaar. Bevestig nog even dat dit e-mailadres van jou is; zo kunnen we je altijd bereiken.',
        'De link werkt {dagen} dagen, en één keer.',
        'Heb je geen account gemaakt? Dan hoef je niets te doen.',
      ],
      action: 'Bevestig je e-mailadres',
    },
    placeholders: withDays,
    example,
    values,
    frame: ({ userId, url }) => ({ action: verificationAction(userId, url) }),
  }),
  defineEditableMail(verificationMail, {
    title: 'Nieuwe link die het e-mailadres bevestigt',
    words: {
      subject: 'Je e-mailadres bij {winkel}',
      heading: 'Bevestig je e-mailadres',
      paragraphs: [
        'Je vroeg om een nieuwe link om je e-mailadres te bevestigen.',
        'Hij werkt {dagen} dagen, en één keer.',
      ],
      action: 'Bevestig je e-mailadres',
    },
    placeholders: withDays,
    example,
    values,
    frame: ({ userId, url }) => ({ action: verificationAction(userId, url) }),
  }),
  defineEditableMail(passwordResetMail, {
    title: 'Nieuw wachtwoord kiezen',
    words: {
      subject: 'Je account bij {winkel}',
      heading: 'Kies een nieuw wachtwoord',
      paragraphs: [
        'Er is gevraagd om een nieuw wachtwoord voor je account. Met deze link kies je er een.',
        'De link werkt een uur, en één keer.',
        'Heb je dit niet gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
      ],
      action: 'Kies een nieuw wachtwoord',
    },
    placeholders,
    example,
    values,
    frame: ({ userId, url }) => ({
      action: { label: '', url, token: { userId, purpose: 'RESET_PASSWORD' } },
    }),
  }),
  defineEditableMail(passwordChangedMail, {
    title: 'Wachtwoord gewijzigd',
    words: {
      subject: 'Je account bij {winkel}',
      heading: 'Je wachtwoord is gewijzigd',
      paragraphs: [
        'Het wachtwoord van je account is net gewijzigd. Op andere apparaten ben je uitgelogd.',
        'Heb je dit niet zelf gedaan? Kies dan meteen een nieuw wachtwoord.',
      ],
      action: 'Dit was ik niet',
    },
    placeholders,
    example,
    values,
    frame: ({ url }) => ({ action: { label: '', url } }),
  }),
]
