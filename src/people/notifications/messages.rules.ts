import { formatCents } from '../../wire/money.ts'
import type { NotificationKind } from './contract.ts'
import { creatorMessages } from './creatorMessages.rules.ts'

interface SaleParams {
  /** Of the order; null for a purchase of minutes. */
  number: string | null
}

const saleName = (number: string | null): string =>
  number === null ? 'een aankoop van minuten' : `bestelling ${number}`

interface OrderParams {
  number: string
}
interface MoneyParams {
  cents: number
}
interface MinutesParams {
  minutes: number
}

const moment = new Intl.DateTimeFormat('nl-NL', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Brussels',
})

interface StockParams {
  productName: string
}

interface VatThresholdParams {
  percent: number
  /** Without VAT. */
  cents: number
  year: number
  isOver: boolean
}

/**
 * The title and text of each kind: those for customers first, then those for admins. A title for admins is the same for every
 * subject, because mails list it. No text for admins has the name or address of a person; only those about stock name a
 * product, and these texts are shown in the shop alone.
 */
export const notificationMessages = {
  ORDER_PAID: ({ number }: OrderParams) => ({
    title: 'Betaling ontvangen',
    text: `We gaan aan de slag met bestelling ${number}.`,
  }),
  ORDER_SHIPPED: ({ number }: OrderParams) => ({
    title: 'Verzonden',
    text: `Bestelling ${number} is onderweg.`,
  }),
  ORDER_DELIVERED: ({ number }: OrderParams) => ({
    title: 'Bezorgd',
    text: `Bestelling ${number} is bezorgd.`,
  }),
  ORDER_DIGITAL: ({ number }: OrderParams) => ({
    title: 'Het staat voor je klaar',
    text: `Je downloads van bestelling ${number} staan klaar.`,
  }),
  ORDER_CANCELLED: ({ number }: OrderParams) => ({
    title: 'Geannuleerd',
    text: `Bestelling ${number} is geannuleerd. Over een terugbetaling krijg je apart bericht.`,
  }),
  ORDERS_CLAIMED: ({ count }: { count: number }) => ({
    title: 'Je eerdere bestellingen staan erbij',
    text:
      count === 1
        ? 'Wat je zonder account bestelde, staat nu bij je bestellingen.'
        : `De ${count} bestellingen die je zonder account deed, staan nu bij je bestellingen.`,
  }),
  ORDER_REFUNDED: ({ number, cents }: OrderParams & MoneyParams) => ({
    title: 'Terugbetaling',
    text: `Je krijgt ${formatCents(cents)} terug voor bestelling ${number}.`,
  }),
  MINUTES_CREDITED: ({ minutes }: MinutesParams) => ({
    title: 'Je minuten staan klaar',
    text: `Je kreeg er ${minutes} minuten bij. Bij 2 minuten stopt de toy; die 2 blijven op je saldo.`,
  }),
  MINUTES_REFUNDED: ({ minutes, cents }: MinutesParams & MoneyParams) => ({
    title: 'Terugbetaling',
    // 0 minutes when only money was refunded.
    text: `Je krijgt ${formatCents(cents)} terug voor ${minutes === 0 ? 'je minuten' : `${minutes} minuten die je niet gebruikte`}.`,
  }),
  MINUTES_CHARGED_BACK: ({ minutes, cents }: MinutesParams & MoneyParams) => ({
    title: 'Betaling teruggeboekt',
    text: [
      'Je betaling van minuten is teruggeboekt.',
      minutes > 0 && `${minutes === 1 ? '1 minuut is' : `${minutes} minuten zijn`} van je saldo af.`,
      cents > 0 &&
        `Voor wat je al speelde staat ${formatCents(cents)} open. Neem contact met ons op; daarna kun je weer kopen.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  STORE_CREDIT_CHARGED_BACK: ({ cents }: MoneyParams) => ({
    title: 'Betaling teruggeboekt',
    text: `Van je tegoed is ${formatCents(cents)} af: je betaling is teruggeboekt, en je had dit bedrag al als tegoed terug.`,
  }),
  PAID_TWICE: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Je krijgt geld terug',
    text: `Er kwam een tweede betaling binnen voor ${subject}. ${formatCents(cents)} gaat naar je terug.`,
  }),
  PAID_TOO_LATE: ({ number, cents }: OrderParams & MoneyParams) => ({
    title: 'Je krijgt geld terug',
    text: `Je betaling kwam binnen toen bestelling ${number} niet meer kon doorgaan. ${formatCents(cents)} gaat naar je terug.`,
  }),
  GIFT: ({ giver, gift }: { giver: string | null; gift: string }) => ({
    title: 'Je kreeg een cadeau',
    text: giver === null ? `Iemand gaf je anoniem: ${gift}.` : `${giver} gaf je: ${gift}.`,
  }),
  GIFT_GIVEN: ({ gift }: { gift: string }) => ({
    title: 'Bedankt voor je cadeau',
    text: `Je gaf: ${gift}. We hebben het meteen laten weten.`,
  }),
  GIFT_REFUNDED: ({ cents }: MoneyParams) => ({
    title: 'Terugbetaling',
    text: `Je krijgt ${formatCents(cents)} terug voor je cadeau.`,
  }),
  GIFT_TOO_LATE: ({ cents }: MoneyParams) => ({
    title: 'Je krijgt geld terug',
    text: `Je betaling kwam binnen toen dit cadeau niet meer gegeven kon worden. ${formatCents(cents)} gaat naar je terug.`,
  }),
  LOW_BALANCE: ({ minutes }: MinutesParams) => ({
    title: 'Je minuten zijn bijna op',
    text: `Je hebt nog ${minutes} minuten. Bij 2 minuten stopt de toy en betaal je niets meer.`,
  }),
  SESSION_ENDED: ({ how }: { how: string }) => ({ title: 'Sessie beëindigd', text: how }),
  TOY_UNSTOPPED: ({ toyName }: { toyName: string }) => ({
    title: 'Zet je toy nu zelf uit',
    text: `${toyName} bevestigt niet dat ze gestopt is. Houd haar knop ingedrukt tot ze uit is.`,
  }),
  ...creatorMessages,
  TOY_FREE: ({ toyName, seconds }: { toyName: string; seconds: number }) => ({
    title: `${toyName} is vrij`,
    text: `Je bent aan de beurt. Start binnen ${seconds} seconden, dan is deze toy voor jou.`,
  }),
  MESSAGE: ({ displayName }: { displayName: string }) => ({
    title: 'Nieuw bericht',
    text: `${displayName} schreef je iets.`,
  }),
  // Without her name: others may see the screen.
  FOLLOWED_ONLINE: () => ({
    title: 'Iemand die je volgt is er weer',
    text: 'Kijk bij Live Control wie er online is.',
  }),
  CONTACT_ANSWERED: () => ({
    title: 'Antwoord op je bericht',
    text: 'We hebben je bericht beantwoord.',
  }),
  PRICE_DROP: ({ productName, cents }: MoneyParams & { productName: string }) => ({
    title: 'Goedkoper op je verlanglijst',
    text: `${productName} kost nu ${formatCents(cents)}.`,
  }),

  NEW_ORDER: ({ number, cents }: OrderParams & MoneyParams) => ({
    title: 'Nieuwe bestelling',
    text: `Bestelling ${number} is betaald: ${formatCents(cents)}.`,
  }),
  LOW_STOCK: ({ productName, left }: StockParams & { left: number }) => ({
    title: 'Bijna op',
    text: `Van ${productName} ${left === 1 ? 'is nog 1 stuk' : `zijn nog ${left} stuks`} over.`,
  }),
  SOLD_OUT: ({ productName }: StockParams) => ({
    title: 'Uitverkocht',
    text: `${productName} is uitverkocht.`,
  }),
  REVIEW_WAITING: () => ({
    title: 'Beoordeling te keuren',
    text: 'Iemand schreef een beoordeling of een antwoord. Anderen lezen het zodra je het goedkeurt.',
  }),
  CONTACT_MESSAGE: () => ({
    title: 'Bericht te beantwoorden',
    text: 'Iemand schreef je een bericht of een klacht. Lees en beantwoord het bij de berichten.',
  }),
  TOY_WAITING: ({ count }: { count: number }) => ({
    title: 'Goedkeuring gevraagd',
    text:
      count === 1
        ? 'Een creator koppelde een nieuwe toy. Keur haar goed; de creator zet haar daarna zelf in de uitzending.'
        : `Een creator koppelde ${count} nieuwe toys. Keur ze goed; de creator zet ze daarna zelf in de uitzending.`,
  }),
  CREATOR_APPLIED: () => ({
    title: 'Aanmelding van een creator',
    text: 'Iemand meldt zich aan als creator. Kijk haar gegevens na en beslis.',
  }),
  UNSTOPPED_TOY: () => ({
    title: 'Een stop is niet bevestigd',
    text: 'Een toy kan nog lopen. Haar creator kreeg een alarm; bel haar als je kunt. Bij de apparaten staat welke toy het is.',
  }),
  JOB_GAVE_UP: ({ queue }: { queue: string }) => ({
    title: 'Taak opgegeven',
    text: `“${queue}” is na alle pogingen niet gelukt. Kijk bij de taken wat er misging.`,
  }),
  BACKUP_MISSING: ({ newestAt }: { newestAt: Date | null }) => ({
    title: 'Back-up ontbreekt',
    text:
      newestAt === null
        ? 'Er is nog geen back-up gemaakt. Kijk na of de machine ze maakt.'
        : `De laatste back-up is van ${moment.format(newestAt)}. Kijk na waarom er geen nieuwe kwam.`,
  }),
  DAY_SUMMARY: ({ orders, cents, open }: MoneyParams & { orders: number; open: string[] }) => ({
    title: 'Dagoverzicht',
    text: [
      `Gisteren: ${orders === 1 ? '1 bestelling' : `${orders} bestellingen`}, omzet ${formatCents(cents)}.`,
      open.length > 0 && `Er wacht nog: ${open.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  LATE_PAYMENT: ({ number, cents }: OrderParams & MoneyParams) => ({
    title: 'Te late betaling terugbetaald',
    text: `Bestelling ${number} werd betaald toen ze niet meer kon doorgaan. ${formatCents(cents)} gaat terug.`,
  }),
  LATE_GIFT: ({ cents }: MoneyParams) => ({
    title: 'Te late betaling terugbetaald',
    text: `Een cadeau werd betaald toen het niet meer gegeven kon worden. ${formatCents(cents)} gaat terug.`,
  }),
  SECOND_PAYMENT: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Dubbele betaling terugbetaald',
    text: `Er is twee keer betaald voor ${subject}. ${formatCents(cents)} gaat terug.`,
  }),
  PAYMENT_MISMATCH: ({ subject }: { subject: string }) => ({
    title: 'Een betaling klopt niet',
    text: `Over ${subject} zegt de betaaldienst iets anders dan wij. Kijk het na.`,
  }),
  CHARGEBACK: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Betaling teruggeboekt',
    text: `De bank boekte ${formatCents(cents)} van ${subject} terug.`,
  }),
  REFUND_FAILED: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Terugbetaling mislukt',
    text: `${formatCents(cents)} van ${subject} kon niet terug. Probeer het opnieuw of betaal het zelf terug.`,
  }),
  REFUND_BY_HAND: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Zelf terug te betalen',
    text: `${formatCents(cents)} van ${subject} gaat terug, maar kwam niet via de betaaldienst. Maak het zelf over en vink het af.`,
  }),
  REFUND_OUTSIDE: ({ subject, cents }: MoneyParams & { subject: string }) => ({
    title: 'Terugbetaald bij de betaaldienst',
    text: `Buiten de winkel om ging ${formatCents(cents)} van ${subject} terug. Kijk na of de rest nog klopt.`,
  }),
  WITHDRAWAL: ({ number }: OrderParams) => ({
    title: 'Herroeping ontvangen',
    text: `Iemand herroept bestelling ${number}. Antwoord binnen 5 werkdagen.`,
  }),
  CANCELLED_BY_BUYER: ({ number }: OrderParams) => ({
    title: 'Bestelling geannuleerd',
    text: `De klant annuleerde bestelling ${number}. Het geld gaat vanzelf terug; je hoeft niets in te pakken.`,
  }),
  BOOKS_DIFFER: ({ count }: { count: number }) => ({
    title: 'De boeken kloppen niet',
    text:
      count === 1
        ? 'Bij het nakijken is 1 verschil gevonden.'
        : `Bij het nakijken zijn ${count} verschillen gevonden.`,
  }),
  CONTENT_REPORTED: ({ isUrgent }: { isUrgent: boolean }) => ({
    title: 'Er is iets gemeld',
    text: isUrgent
      ? 'Iemand meldt iets met een minderjarige of zonder toestemming. Bekijk het nu.'
      : 'Iemand meldt iets dat hier volgens hem of haar niet hoort. Beslis binnen 7 werkdagen.',
  }),
  CONTENT_APPEALED: () => ({
    title: 'Bezwaar tegen een beslissing',
    text: 'Iemand maakt bezwaar tegen een beslissing over gemelde inhoud. Beslis binnen 7 werkdagen.',
  }),
  CREATOR_APPEALED: () => ({
    title: 'Bezwaar tegen een schorsing',
    text: 'Een creator maakt bezwaar tegen haar schorsing. Lees het bij de creators, en beslis.',
  }),
  CONTENT_REPORT_DUE: () => ({
    title: 'Een melding moet beslist worden',
    text: 'De termijn van 7 werkdagen loopt uiterlijk de volgende werkdag af.',
  }),
  CONTENT_REPORT_LATE: () => ({
    title: 'Een melding is te laat',
    text: 'De termijn van 7 werkdagen is voorbij. Beslis vandaag nog.',
  }),
  VAT_THRESHOLD: ({ percent, cents, year, isOver }: VatThresholdParams) => ({
    title: isOver ? 'Drempel voor btw over de grens voorbij' : 'Drempel voor btw over de grens in zicht',
    text: `Je verkocht in ${year} voor ${formatCents(cents)} zonder btw aan particulieren in andere EU-landen: ${percent}% van de drempel. Bij Btw staat wat je moet doen.`,
  }),
  VAT_NUMBER_VALID: ({ number }: SaleParams) => ({
    title: 'Btw-nummer bleek geldig',
    text: `Bij ${saleName(number)} was een btw-nummer niet na te kijken, en er werd btw gerekend. Het is geldig: bij de ${number === null ? 'klant' : 'bestelling'} corrigeer je de factuur, en gaat de btw terug.`,
  }),
  VAT_NUMBER_INVALID: ({ number }: SaleParams) => ({
    title: 'Btw-nummer bleek ongeldig',
    text: `Bij ${saleName(number)} was een btw-nummer niet na te kijken, en er werd btw gerekend. Het land kent het niet: de btw blijft, en je hoeft niets te doen.`,
  }),
  EARNINGS_OBJECTED: () => ({
    title: 'Bezwaar van een creator',
    text: 'Een creator maakte bezwaar tegen haar verdiensten. Geef binnen vijf werkdagen antwoord.',
  }),
  PAYOUTS_READY: ({ count }: { count: number }) => ({
    title: 'Uitbetalingen staan klaar',
    text: `${count === 1 ? 'Eén creator wacht' : `${count} creators wachten`} op het bestand voor de bank.`,
  }),
  PEPPOL_FAILED: ({ number }: OrderParams) => ({
    title: 'Factuur niet aangekomen via Peppol',
    text: `${number} kwam niet aan bij het bedrijf dat kocht. Bij de bestelling staat waarom, en kun je opnieuw versturen.`,
  }),
} satisfies Record<NotificationKind, (params: never) => { title: string; text: string }>

/** The parameters of a kind's message; undefined for one without any. */
export type NotificationParams<K extends NotificationKind> = Parameters<(typeof notificationMessages)[K]>[0]
