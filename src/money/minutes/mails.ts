import { defineEditableMail, type EditableMail } from '../../wire/mail.ts'
import { formatCents } from '../../wire/money.ts'
import { describeRefundWay } from '../../wire/refundWay.ts'
import {
  minutesCreditedMail,
  minutesPaidTwiceMail,
  minutesRefundedMail,
  minutesVatCorrectedMail,
} from './contract.ts'

/** Empty when only money was refunded. */
const describeRefundedMinutes = (minutes: number): string => {
  if (minutes === 0) return 'je minuten'
  return minutes === 1 ? '1 minuut die je niet gebruikte' : `${minutes} minuten die je niet gebruikte`
}

const shop = { winkel: { label: 'de naam van de winkel' } }
const amount = { bedrag: { label: 'wat er betaald is', isRequired: true } }
const example = {
  minutes: 15,
  totalCents: 2500,
  url: 'https://example.com/',
  shopName: 'Gloed',
  invoiceId: 'voorbeeld',
}
const subject = 'Je aankoop bij {winkel}'
const action = 'Naar je minuten'
const values = ({ totalCents, shopName }: { totalCents: number; shopName: string }) => ({
  bedrag: formatCents(totalCents),
  winkel: shopName,
})
const frame = ({ url, invoiceId }: { url: string; invoiceId?: string }) => ({
  action: { label: '', url },
  ...(invoiceId !== undefined && { invoiceId }),
})

/** Confirms on a durable medium that the right to withdraw was given up, as Directive 2011/83, article 16(m), requires. */
const waiverConfirmation =
  'Bij het kopen heb je gevraagd om je minuten direct na betaling te kunnen gebruiken, en bevestigd dat je daarmee afstand doet van je herroepingsrecht.'

const creditedPlaceholders: EditableMail['placeholders'] = {
  ...shop,
  ...amount,
  minuten: { label: 'hoeveel minuten er bij kwamen', isRequired: true },
}
const refundedPlaceholders: EditableMail['placeholders'] = {
  ...shop,
  bedrag: { label: 'wat er terugbetaald wordt', isRequired: true },
  waarvoor: { label: 'bijvoorbeeld “15 minuten die je niet gebruikte”', isRequired: true },
  hoe: { label: 'zoals er betaald is, of op een cadeaubon of tegoed', isRequired: true },
}

export const minuteMails = [
  defineEditableMail(minutesCreditedMail, {
    title: 'Minuten gekocht',
    words: {
      subject,
      heading: 'Je minuten staan klaar',
      paragraphs: [
        'We hebben {bedrag} ontvangen en {minuten} minuten bij je saldo gezet.',
        'Bij 2 minuten stopt de toy; die 2 blijven op je saldo.',
        'Ze blijven geldig tot je ze gebruikt. De factuur vind je in de bijlage.',
      ],
      action,
    },
    placeholders: creditedPlaceholders,
    example: { ...example, hasWaived: true },
    values: props => ({ ...values(props), minuten: String(props.minutes) }),
    frame,
    required: ({ hasWaived }) => (hasWaived ? [waiverConfirmation] : []),
  }),
  defineEditableMail(minutesRefundedMail, {
    title: 'Minuten terugbetaald',
    words: {
      subject,
      heading: 'We betalen je terug',
      paragraphs: ['We geven {bedrag} terug voor {waarvoor}.', '{hoe} De creditnota vind je in de bijlage.'],
      action,
    },
    placeholders: refundedPlaceholders,
    example,
    values: props => ({
      ...values(props),
      waarvoor: describeRefundedMinutes(props.minutes),
      hoe: describeRefundWay(props.isToCredit),
    }),
    frame,
  }),
  defineEditableMail(minutesVatCorrectedMail, {
    title: 'Btw van minuten terug',
    words: {
      subject,
      heading: 'Je btw komt terug',
      paragraphs: [
        'Je btw-nummer was bij je aankoop van minuten niet na te kijken, en is nu bevestigd. Je bedrijf geeft de btw zelf aan: we geven {bedrag} terug, op dezelfde manier als je betaald hebt.',
        'Je minuten blijven staan. De creditnota en de nieuwe factuur vind je in de bijlage.',
      ],
      action,
    },
    placeholders: { ...shop, bedrag: { label: 'de btw die teruggaat', isRequired: true } },
    example: { ...example, invoiceIds: [] },
    values,
    frame: ({ url, invoiceIds }) => ({ action: { label: '', url }, invoiceIds }),
  }),
  defineEditableMail(minutesPaidTwiceMail, {
    title: 'Minuten dubbel betaald',
    words: {
      subject,
      heading: 'We betalen je terug',
      paragraphs: [
        'Er kwam een tweede betaling binnen voor minuten die al betaald waren.',
        'We geven die {bedrag} volledig terug, op dezelfde manier als je betaald hebt. Dat duurt meestal een paar werkdagen.',
      ],
      action,
    },
    placeholders: { ...shop, ...amount },
    example,
    values,
    frame,
  }),
]
