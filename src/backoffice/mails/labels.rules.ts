import type { MailState } from '../../wire/mail.ts'

/** Labels of the templates; one without a label is shown by its name. */
const names: Record<string, string> = {
  'order-received': 'Bestelling ontvangen',
  'order-paid': 'Bestelling betaald, met factuur',
  'payment-failed': 'Betaling niet gelukt',
  'order-credited': 'Terugbetaald, met creditnota',
  'order-vat-corrected': 'Btw terug, met creditnota en nieuwe factuur',
  'order-refunded': 'Te laat betaald, geld terug',
  'order-paid-twice': 'Dubbel betaald, geld terug',
  'order-shipped': 'Onderweg',
  'order-delivered': 'Bezorgd',
  'order-digital': 'Digitaal geleverd, met link',
  'order-cancelled': 'Geannuleerd',
  'withdrawal-received': 'Herroeping ontvangen',
  'withdrawal-answered': 'Herroeping beantwoord',
  'withdrawal-decided': 'Herroeping beoordeeld',
  'contact-received': 'Bericht van een klant ontvangen',
  'contact-answered': 'Bericht van een klant beantwoord',
  'content-report-received': 'Melding van inhoud ontvangen',
  'content-report-decided': 'Beslist over een melding van inhoud',
  'statement-of-reasons': 'Inhoud weggehaald of teruggezet, met de redenen',
  'minutes-credited': 'Minuten bijgeschreven, met factuur',
  'minutes-refunded': 'Minuten terugbetaald',
  'minutes-vat-corrected': 'Btw van minuten terug',
  'minutes-paid-twice': 'Minuten dubbel betaald, geld terug',
  welcome: 'Welkom',
  'verify-email': 'E-mailadres bevestigen',
  'password-reset': 'Wachtwoord vergeten',
  'password-changed': 'Wachtwoord gewijzigd',
  security: 'Beveiliging gewijzigd',
  'news-waiting': 'Er wacht nieuws',
  'export-ready': 'Kopie van gegevens klaar',
  'account-closed': 'Account gesloten',
  'test-mail': 'Testmail',
}

export const templateName = (template: string): string => names[template] ?? template

export const mailStateNames: Record<
  MailState,
  { name: string; tone: 'neutral' | 'yellow' | 'green' | 'danger' }
> = {
  QUEUED: { name: 'Wacht', tone: 'neutral' },
  RETRYING: { name: 'Wordt opnieuw geprobeerd', tone: 'yellow' },
  SENT: { name: 'Verstuurd', tone: 'green' },
  FAILED: { name: 'Opgegeven', tone: 'danger' },
}
