import type { z } from 'zod'
import {
  defineEditableMail,
  type EditableMail,
  type MailContent,
  type MailLinks,
  type MailPlaceholder,
  type MailTemplate,
  type MailWords,
  withLinkToken,
} from '../../wire/mail.ts'
import { formatPromisedDay } from '../../wire/delivery.ts'
import { formatCents } from '../../wire/money.ts'
import { describeRefundWay } from '../../wire/refundWay.ts'
import * as contract from './contract.ts'

/** The page to withdraw from an order, on the origin of `url`. */
const withdrawalUrl = (url: string, number: string): string => new URL(`/herroepen?order=${number}`, url).href

/** Pays the order when followed: to the order's page while it is unpaid, else to the cart. */
const payAgainUrl = (url: string): string => `${url}?pay=again`

type PaidOrder = z.output<typeof contract.orderPaidMail.props>

/** The sentence about the payment, and the next step: nothing for an order that is delivered already. */
function paidSentence({ number, totalCents, isDelivered, isSent }: PaidOrder): string {
  if (isDelivered && isSent)
    return totalCents > 0
      ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number}.`
      : `Bestelling ${number} is bezorgd. Je hoeft niets te betalen.`
  if (isDelivered)
    return totalCents > 0
      ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number}. Alles staat al voor je klaar bij je bestelling.`
      : `Bestelling ${number} staat al voor je klaar. Je hoeft niets te betalen.`
  return totalCents > 0
    ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number} en gaan ermee aan de slag.`
    : `We gaan aan de slag met bestelling ${number}. Je hoeft niets te betalen.`
}

/** How the parcel comes and when, and the rights on it; `url` is that of the order. */
const parcelSentences = ({ promisedOn, isDelivered, url }: PaidOrder): string =>
  [
    ...(isDelivered ? [] : ['Je pakket komt in een neutrale doos, zonder onze naam erop.']),
    ...(promisedOn && !isDelivered ? [`We verwachten het op ${formatPromisedDay(promisedOn)} bij je.`] : []),
    'Vanaf ontvangst heb je 14 dagen bedenktijd.',
    `Op goederen geldt minstens 2 jaar wettelijke garantie: ${new URL('/wettelijke-garantie', url).href}`,
  ].join(' ')

/** The sentence about the money of a cancelled order. */
function cancelledPaymentSentence({ isPaid, byBuyer, refundCents }: CancelledPayment): string {
  if (refundCents > 0)
    return `We geven ${formatCents(refundCents)} terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen; de creditnota volgt apart.`
  if (byBuyer) return 'Er staat niets meer open: je hoeft niets te doen.'
  if (isPaid) return 'Over wat je betaald hebt, krijg je van ons een aparte mail.'
  return 'Je hoeft niets te betalen. Komt er toch nog een betaling binnen, dan storten we die volledig terug.'
}

type CancelledPayment = Pick<
  z.output<typeof contract.orderCancelledMail.props>,
  'isPaid' | 'byBuyer' | 'refundCents'
>

/** A guest can't log in: the link to the order opens it. */
const withGuestToken = <Links extends MailLinks>(links: Links, guestOrderId: string | undefined): Links =>
  guestOrderId === undefined ? links : withLinkToken(links, contract.GUEST_ORDER_PATH, { guestOrderId })

type OrderMailProps = z.ZodType<{
  number: string
  url: string
  shopName: string
  totalCents: number
  guestOrderId?: string | undefined
}>

interface OrderMailOptions<Props extends OrderMailProps> extends Pick<
  EditableMail<Props>,
  'title' | 'placeholders'
> {
  words: Omit<MailWords, 'subject'>
  /** Of the example, besides an order that was paid and is sent. */
  example?: Partial<z.input<Props>>
  /** Besides the number, the amount and the shop. */
  values?: (props: z.output<Props>) => Record<string, string>
  /** Instead of a button to the order. */
  frame?: (props: z.output<Props>) => Omit<MailContent, 'subject' | 'heading' | 'paragraphs'>
}

const exampleOrder = {
  number: '2026-000042',
  url: 'https://example.com/',
  totalCents: 5990,
  isSent: true,
  shopName: 'Gloed',
}

export const VIEW_ORDER = 'Bekijk je bestelling'

/** A mail about an order that an admin can reword, with a button to its page unless `frame` has another one. */
export const defineOrderMail = <Props extends OrderMailProps>(
  template: MailTemplate<Props>,
  { title, words, placeholders, example, values, frame }: OrderMailOptions<Props>,
) =>
  defineEditableMail(template, {
    title,
    words: { subject: 'Je bestelling {nummer} bij {winkel}', ...words },
    placeholders: {
      nummer: { label: 'het nummer van de bestelling' },
      bedrag: { label: 'het bedrag' },
      winkel: { label: 'de naam van de winkel' },
      ...placeholders,
    },
    // The cast: an example of its own has the other fields of this template.
    example: { ...exampleOrder, ...example } as z.input<Props>,
    values: props => ({
      nummer: props.number,
      bedrag: formatCents(props.totalCents),
      winkel: props.shopName,
      ...values?.(props),
    }),
    frame: props =>
      withGuestToken(frame?.(props) ?? { action: { label: VIEW_ORDER, url: props.url } }, props.guestOrderId),
  })

const withdrawalAction = (
  label: string,
  { url, number, isSent }: { url: string; number: string; isSent: boolean },
) => (isSent ? { label, url: withdrawalUrl(url, number) } : undefined)

/** A placeholder that must stay in the text of a mail. */
export const required = (label: string): MailPlaceholder => ({ label, isRequired: true })

export const orderMails = [
  defineOrderMail(contract.orderReceivedMail, {
    title: 'Bestelling ontvangen, nog niet betaald',
    words: {
      heading: 'We hebben je bestelling ontvangen',
      paragraphs: [
        'Bestelling {nummer} van {bedrag} staat voor je klaar. Zodra je betaling binnen is, gaan we ermee aan de slag.',
        'Nog niet betaald? Dan houden we alles nog even voor je vast.',
      ],
      action: VIEW_ORDER,
    },
    placeholders: {},
  }),
  defineOrderMail(contract.paymentFailedMail, {
    title: 'Betaling niet gelukt',
    words: {
      heading: 'Je betaling is {afloop}',
      paragraphs: [
        'De betaling van bestelling {nummer} is niet afgerond. Er is niets afgeschreven.',
        'Wat je koos ligt nog in je winkelwagen. Je kunt het opnieuw proberen, ook met een andere betaalmethode.',
      ],
      action: 'Probeer het opnieuw',
    },
    placeholders: { afloop: { label: '“niet gelukt”, of “afgebroken” als de koper dat deed' } },
    values: ({ isBrokenOff }) => ({ afloop: isBrokenOff ? 'afgebroken' : 'niet gelukt' }),
    frame: ({ url }) => ({ action: { label: '', url: payAgainUrl(url) } }),
  }),
  defineOrderMail(contract.orderPaidMail, {
    title: 'Bestelling betaald',
    words: {
      heading: '{bedankt}',
      paragraphs: ['{betaling}', '{verzending}'],
      action: VIEW_ORDER,
    },
    placeholders: {
      bedankt: { label: '“Bedankt, je betaling is binnen”, of bij € 0 “Bedankt voor je bestelling”' },
      betaling: required('wat er betaald is, en wat er nu gebeurt'),
      verzending: required('hoe het pakket komt en de bedenktijd; leeg als er niets verzonden wordt'),
    },
    values: props => ({
      bedankt: props.totalCents > 0 ? 'Bedankt, je betaling is binnen' : 'Bedankt voor je bestelling',
      betaling: paidSentence(props),
      verzending: props.isSent ? parcelSentences(props) : '',
    }),
    frame: props => ({
      invoiceId: props.invoiceId ?? null,
      action: { label: VIEW_ORDER, url: props.url },
      secondaryAction: withdrawalAction('Toch niet? Hier herroep je je bestelling', props),
    }),
  }),
  defineOrderMail(contract.orderCreditedMail, {
    title: 'Bestelling terugbetaald',
    words: {
      heading: 'We betalen je terug',
      paragraphs: [
        'We geven {bedrag} terug voor bestelling {nummer}.',
        '{hoe} De creditnota vind je in de bijlage.',
      ],
      action: VIEW_ORDER,
    },
    placeholders: {
      bedrag: required('wat er terugbetaald wordt'),
      hoe: required('zoals er betaald is, of op een cadeaubon of tegoed'),
    },
    values: ({ isToCredit }) => ({ hoe: describeRefundWay(isToCredit) }),
    frame: ({ url, invoiceId }) => ({ action: { label: '', url }, invoiceId: invoiceId ?? null }),
  }),
  defineOrderMail(contract.orderRefundedMail, {
    title: 'Te laat betaald, alles terugbetaald',
    words: {
      heading: 'We konden je bestelling niet meer leveren',
      paragraphs: ['{waarom}', 'We betalen {bedrag} volledig terug, op dezelfde manier als je betaald hebt.'],
      action: VIEW_ORDER,
    },
    placeholders: {
      bedrag: required('wat er terugbetaald wordt'),
      waarom: required('of de bestelling geannuleerd was, of niet meer op voorraad'),
    },
    values: ({ number, wasCancelled }) => ({
      waarom: wasCancelled
        ? `Je betaling voor bestelling ${number} kwam binnen toen de bestelling al geannuleerd was.`
        : `Je betaling voor bestelling ${number} kwam binnen toen er niet genoeg voorraad meer was. Dat spijt ons.`,
    }),
  }),
  defineOrderMail(contract.orderPaidTwiceMail, {
    title: 'Bestelling dubbel betaald',
    words: {
      heading: 'We betalen je terug',
      paragraphs: [
        'Er kwam een tweede betaling binnen voor bestelling {nummer}, die al betaald was.',
        'We geven die {bedrag} volledig terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen.',
      ],
      action: VIEW_ORDER,
    },
    placeholders: { bedrag: required('wat er terugbetaald wordt') },
  }),
  defineOrderMail(contract.orderShippedMail, {
    title: 'Bestelling verzonden',
    words: {
      heading: 'Je bestelling is onderweg',
      paragraphs: ['Bestelling {nummer} is verzonden{verpakking}.', '{volgcode}'],
      // The button follows the parcel, or opens the order: its label is that of the code.
      action: null,
    },
    placeholders: {
      verpakking: { label: '“, in een neutrale doos zonder onze naam erop”; leeg als dat niet geldt' },
      volgcode: required('de vervoerder en de code; leeg zonder track & trace'),
    },
    example: { tracking: { carrier: 'PostNL', code: '3SVOORBEELD', url: 'https://example.com/' } },
    values: ({ isSent, tracking }) => ({
      verpakking: isSent ? ', in een neutrale doos zonder onze naam erop' : '',
      volgcode: tracking ? `${tracking.carrier} brengt je pakket. De code is ${tracking.code}.` : '',
    }),
    frame: ({ url, tracking }) => ({
      action: tracking ? { label: 'Volg je pakket', url: tracking.url } : { label: VIEW_ORDER, url },
      secondaryAction: tracking ? { label: VIEW_ORDER, url } : undefined,
    }),
  }),
  defineOrderMail(contract.orderDeliveredMail, {
    title: 'Bestelling bezorgd',
    words: {
      heading: 'Je bestelling is {bezorgd}',
      paragraphs: ['Bestelling {nummer} is {aangekomen}. We hopen dat alles naar wens is.', '{bedenktijd}'],
      action: VIEW_ORDER,
    },
    placeholders: {
      bezorgd: { label: '“bezorgd”, of voor iets digitaals “geleverd”' },
      aangekomen: { label: '“aangekomen”, of voor iets digitaals “geleverd”' },
      bedenktijd: required('de 14 dagen bedenktijd; leeg voor iets digitaals'),
    },
    values: ({ isSent }) => ({
      bezorgd: isSent ? 'bezorgd' : 'geleverd',
      aangekomen: isSent ? 'aangekomen' : 'geleverd',
      bedenktijd: isSent ? 'Is dat niet zo? Vanaf vandaag heb je 14 dagen bedenktijd.' : '',
    }),
    frame: props => ({
      action: { label: VIEW_ORDER, url: props.url },
      secondaryAction: withdrawalAction('Hier herroep je je bestelling', props),
    }),
  }),
  defineOrderMail(contract.orderCancelledMail, {
    title: 'Bestelling geannuleerd',
    words: {
      heading: 'Je bestelling is geannuleerd',
      paragraphs: ['{wat} Er wordt niets {verzonden}.', '{geld}'],
      action: VIEW_ORDER,
    },
    placeholders: {
      wat: required('wie de bestelling annuleerde'),
      verzonden: { label: '“verzonden”, of voor iets digitaals “geleverd”' },
      geld: required('wat er met een betaling gebeurt'),
    },
    values: props => ({
      wat: props.byBuyer
        ? `Je hebt bestelling ${props.number} geannuleerd.`
        : `Bestelling ${props.number} gaat niet door.`,
      verzonden: props.isSent ? 'verzonden' : 'geleverd',
      geld: cancelledPaymentSentence(props),
    }),
  }),
]
