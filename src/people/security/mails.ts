import { defineMail } from '../../wire/mail.ts'
import { type SecurityEvent, securityMail } from './contract.ts'

const securityEventTexts: Record<SecurityEvent, { heading: string; what: string }> = {
  TWO_FACTOR_ON: {
    heading: 'Tweestapsverificatie staat aan',
    what: 'Bij het inloggen vragen we voortaan ook een code uit je app. Op andere apparaten ben je uitgelogd.',
  },
  TWO_FACTOR_OFF: {
    heading: 'Tweestapsverificatie staat uit',
    what: 'Bij het inloggen vragen we geen code meer uit je app. Op andere apparaten ben je uitgelogd.',
  },
  RECOVERY_CODE_USED: {
    heading: 'Er is een herstelcode gebruikt',
    what: 'Er is net bij je account ingelogd met een herstelcode. Die code werkt niet nog eens.',
  },
  RECOVERY_CODES_RENEWED: {
    heading: 'Je hebt nieuwe herstelcodes',
    what: 'De herstelcodes van voordien werken niet meer. Op andere apparaten ben je uitgelogd.',
  },
  PASSKEY_ADDED: {
    heading: 'Er is een passkey toegevoegd',
    what: 'Vanaf nu kan er met deze passkey op je account worden ingelogd.',
  },
  PASSKEY_REMOVED: {
    heading: 'Er is een passkey verwijderd',
    what: 'Met deze passkey kan niemand meer op je account inloggen. Op andere apparaten ben je uitgelogd.',
  },
  OTHER_BROWSER: {
    heading: 'Je bent voor de zekerheid uitgelogd',
    what: 'Een andere browser gebruikte je login. Dat kan niet vanzelf gebeuren, dus hebben we die login beëindigd. Je kunt gewoon opnieuw inloggen.',
  },
}

export const securityMails = [
  defineMail(securityMail, ({ event, url, shopName }) => ({
    subject: `Je account bij ${shopName}`,
    heading: securityEventTexts[event].heading,
    paragraphs: [
      securityEventTexts[event].what,
      'Heb je dit niet zelf gedaan? Wijzig dan meteen je wachtwoord, en kijk waar je bent ingelogd.',
    ],
    action: { label: 'Bekijk je beveiliging', url },
  })),
]
