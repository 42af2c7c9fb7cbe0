import type { z } from 'zod'
import { defineMail, type MailContent, type MailTemplate } from '../../wire/mail.ts'
import { formatCents } from '../../wire/money.ts'
import { LINK_DAYS } from '../downloads/contract.ts'
import * as contract from './contract.ts'

/** The page to withdraw from an order, on the origin of `url`. */
const withdrawalUrl = (url: string, number: string): string => new URL(`/herroepen?order=${number}`, url).href

/** A link that pays the order when followed: to the order's page while it is unpaid, else to the cart. */
const payAgainUrl = (url: string): string => `${url}?pay=again`

/** What was paid, and what comes next: nothing for an order that is delivered already. */
function paidSentence({
  number,
  totalCents,
  isDelivered,
}: {
  number: string
  totalCents: number
  isDelivered: boolean
}): string {
  if (isDelivered)
    return totalCents > 0
      ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number}. Alles staat al voor je klaar bij je bestelling.`
      : `Bestelling ${number} staat al voor je klaar. Je hoeft niets te betalen.`
  return totalCents > 0
    ? `We hebben ${formatCents(totalCents)} ontvangen voor bestelling ${number} en gaan ermee aan de slag.`
    : `We gaan aan de slag met bestelling ${number}. Je hoeft niets te betalen.`
}

/** What happens to the money of a cancelled order. */
function cancelledPaymentSentence({ isPaid, byBuyer, refundCents }: CancelledPayment): string {
  if (refundCents > 0)
    return `We geven ${formatCents(refundCents)} terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen; de creditnota volgt apart.`
  if (byBuyer) return 'Er staat niets meer open: je hoeft niets te doen.'
  return isPaid
    ? 'Over wat je betaald hebt, krijg je van ons een aparte mail.'
    : 'Je hoeft niets te betalen. Komt er toch nog een betaling binnen, dan storten we die volledig terug.'
}

type CancelledPayment = Pick<
  z.output<typeof contract.orderCancelledMail.props>,
  'isPaid' | 'byBuyer' | 'refundCents'
>

/** A mail about an order, with a button to its page unless `build` has another one. */
const defineOrderMail = <Props extends z.ZodType<{ number: string; url: string; shopName: string }>>(
  template: MailTemplate<Props>,
  build: (props: z.output<Props>) => Pick<MailContent, 'heading' | 'paragraphs'> & Partial<MailContent>,
) =>
  defineMail(template, props => ({
    subject: `Je bestelling ${props.number} bij ${props.shopName}`,
    action: { label: 'Bekijk je bestelling', url: props.url },
    ...build(props),
  }))

export const orderMails = [
  defineOrderMail(contract.orderReceivedMail, ({ number, totalCents }) => ({
    heading: 'We hebben je bestelling ontvangen',
    paragraphs: [
      `Bestelling ${number} van ${formatCents(totalCents)} staat voor je klaar. Zodra je betaling binnen is, gaan we ermee aan de slag.`,
      'Nog niet betaald? Dan houden we alles nog even voor je vast.',
    ],
  })),
  defineOrderMail(contract.paymentFailedMail, ({ number, url }) => ({
    heading: 'Je betaling is niet gelukt',
    paragraphs: [
      `De betaling van bestelling ${number} is niet afgerond. Er is niets afgeschreven.`,
      'Wat je koos ligt nog in je winkelwagen. Je kunt het opnieuw proberen, ook met een andere betaalmethode.',
    ],
    action: { label: 'Probeer het opnieuw', url: payAgainUrl(url) },
  })),
  defineOrderMail(contract.orderPaidMail, ({ number, totalCents, isSent, isDelivered, url, invoiceId }) => ({
    invoiceId: invoiceId ?? null,
    secondaryAction: isSent
      ? { label: 'Toch niet? Hier herroep je je bestelling', url: withdrawalUrl(url, number) }
      : undefined,
    heading: totalCents > 0 ? 'Bedankt, je betaling is binnen' : 'Bedankt voor je bestelling',
    paragraphs: [
      paidSentence({ number, totalCents, isDelivered }),
      ...(isSent
        ? [
            'Je pakket komt in een neutrale doos, zonder onze naam erop. Vanaf ontvangst heb je 14 dagen bedenktijd.',
          ]
        : []),
    ],
  })),
  defineOrderMail(contract.orderCreditedMail, ({ number, totalCents, invoiceId }) => ({
    heading: 'We betalen je terug',
    paragraphs: [
      `We geven ${formatCents(totalCents)} terug voor bestelling ${number}, op dezelfde manier als je betaald hebt.`,
      'Dat duurt meestal een paar werkdagen. De creditnota vind je in de bijlage.',
    ],
    invoiceId: invoiceId ?? null,
  })),
  defineOrderMail(contract.orderRefundedMail, ({ number, totalCents, wasCancelled }) => ({
    heading: 'We konden je bestelling niet meer leveren',
    paragraphs: [
      wasCancelled
        ? `Je betaling voor bestelling ${number} kwam binnen toen de bestelling al geannuleerd was.`
        : `Je betaling voor bestelling ${number} kwam binnen toen er niet genoeg voorraad meer was. Dat spijt ons.`,
      `We betalen ${formatCents(totalCents)} volledig terug, op dezelfde manier als je betaald hebt.`,
    ],
  })),
  defineOrderMail(contract.orderPaidTwiceMail, ({ number, totalCents }) => ({
    heading: 'We betalen je terug',
    paragraphs: [
      `Er kwam een tweede betaling binnen voor bestelling ${number}, die al betaald was.`,
      `We geven die ${formatCents(totalCents)} volledig terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen.`,
    ],
  })),
  defineOrderMail(contract.orderShippedMail, ({ number, isSent, url, tracking }) => ({
    heading: 'Je bestelling is onderweg',
    paragraphs: [
      `Bestelling ${number} is verzonden${isSent ? ', in een neutrale doos zonder onze naam erop' : ''}.`,
      ...(tracking ? [`${tracking.carrier} brengt je pakket. De code is ${tracking.code}.`] : []),
    ],
    action: tracking
      ? { label: 'Volg je pakket', url: tracking.url }
      : { label: 'Bekijk je bestelling', url },
    secondaryAction: tracking ? { label: 'Bekijk je bestelling', url } : undefined,
  })),
  defineOrderMail(contract.orderDeliveredMail, ({ number, isSent, url }) => ({
    heading: isSent ? 'Je bestelling is bezorgd' : 'Je bestelling is geleverd',
    paragraphs: [
      `Bestelling ${number} is ${isSent ? 'aangekomen' : 'geleverd'}. We hopen dat alles naar wens is.`,
      ...(isSent ? ['Is dat niet zo? Vanaf vandaag heb je 14 dagen bedenktijd.'] : []),
    ],
    secondaryAction: isSent
      ? { label: 'Hier herroep je je bestelling', url: withdrawalUrl(url, number) }
      : undefined,
  })),
  defineOrderMail(contract.orderDigitalMail, ({ number, isSent, isWhole, url, orderId }) => ({
    heading: 'Het staat voor je klaar',
    paragraphs: [
      isWhole
        ? `Bestelling ${number} is geleverd.`
        : `Wat digitaal is van bestelling ${number}, is geleverd. ${isSent ? 'De rest sturen we je apart toe.' : 'De rest volgt zo snel mogelijk.'}`,
      `De knop werkt ${LINK_DAYS} dagen zonder in te loggen. Daarna vind je alles bij je bestelling.`,
      'Deel de link met niemand: wie hem heeft, kan alles openen.',
      'Bij het bestellen heb je gevraagd om directe levering, en bevestigd dat je daarmee geen herroepingsrecht hebt op wat digitaal geleverd is.',
    ],
    action: { label: 'Open wat je kocht', url: new URL('/downloads', url).href, token: { orderId } },
    secondaryAction: { label: 'Naar je bestelling', url },
  })),
  defineOrderMail(contract.orderCancelledMail, props => ({
    heading: 'Je bestelling is geannuleerd',
    paragraphs: [
      `${props.byBuyer ? `Je hebt bestelling ${props.number} geannuleerd.` : `Bestelling ${props.number} gaat niet door.`} Er wordt niets ${props.isSent ? 'verzonden' : 'geleverd'}.`,
      cancelledPaymentSentence(props),
    ],
  })),
]
