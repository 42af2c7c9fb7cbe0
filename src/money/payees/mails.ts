import { defineMail } from '../../wire/mail.ts'
import { ibanChangedMail, payeeReminderMail } from './contract.ts'

const day = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'Europe/Brussels' })

export const payeeMails = [
  defineMail(ibanChangedMail, ({ before, after, usableAt, url, shopName }) => ({
    subject: `Bericht over je account bij ${shopName}`,
    heading: 'Je rekeningnummer is gewijzigd',
    paragraphs: [
      `Het eindigde op ${before}, en nu op ${after}. Vanaf ${day.format(new Date(usableAt))} betalen we erop uit; tot dan wacht je geld.`,
      'Heb jij dit niet gedaan? Verander dan meteen je wachtwoord en schrijf ons. Er is nog niets naar het nieuwe nummer gegaan.',
    ],
    action: { label: 'Bekijk je gegevens', url },
  })),
  defineMail(payeeReminderMail, ({ withheldAt, url, shopName }) => ({
    subject: `Bericht over je account bij ${shopName}`,
    heading: 'Er staat geld voor je klaar',
    paragraphs: [
      'We weten nog niet waar we het mogen uitbetalen. Vul je adres, je fiscaal nummer en je rekeningnummer in.',
      `De wet zegt dat we zonder die gegevens vanaf ${day.format(new Date(withheldAt))} niets meer mogen uitbetalen. Je verliest niets: het geld wacht.`,
    ],
    action: { label: 'Vul je gegevens in', url },
  })),
]
