import { defineMail, type MailText, type StoredText, storedTextPlace } from '../../wire/mail.ts'
import * as contract from './contract.ts'

const moment = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'long',
  timeStyle: 'short',
})

const refusalTexts: Record<contract.RefusalReason, string | null> = {
  SEAL_BROKEN: 'De verzegeling is verbroken; om redenen van hygiëne kan het dan niet terug.',
  DIGITAL: 'Digitale inhoud is met jouw instemming meteen geleverd, en daarmee vervalt het herroepingsrecht.',
  TOO_LATE: 'De bedenktijd van 14 dagen was voorbij.',
  OTHER: null,
}

/** Which lines can be returned, and which not, with the reason. */
const limitParagraphs = (digital: string[], sealed: string[]): string[] => [
  ...(digital.length > 0 ? [`Niet te herroepen: ${digital.join(', ')}. ${refusalTexts.DIGITAL}`] : []),
  ...(sealed.length > 0
    ? [`Alleen met een hele verzegeling kan terug: ${sealed.join(', ')}. Dat is om redenen van hygiëne.`]
    : []),
]

/** The paragraphs about the lines that are taken back; only shipped lines have to come back before they are refunded. */
function acceptedParagraphs(accepted: string[], toReturn: string[]): string[] {
  if (accepted.length === 0) return []
  const isAll = toReturn.length === accepted.length
  const within = 'binnen 14 dagen naar ons terug, als je dat nog niet gedaan hebt'
  const next = isAll ? `Stuur het ${within}. Daarna` : `Stuur dit ${within}: ${toReturn.join(', ')}. Daarna`
  return [
    `Dit nemen we terug: ${accepted.join(', ')}.`,
    toReturn.length > 0
      ? `${next} betalen we je terug.`
      : 'Je hoeft niets terug te sturen. We betalen je terug op dezelfde manier als je betaald hebt.',
  ]
}

/**
 * When the order is unknown, an admin has to interpret the customer's text.
 * @param isKnown whether the next paragraphs say which lines it is about
 */
const scopeParagraphs = (lines: string[], isWhole: boolean, isKnown: boolean): string[] => {
  if (lines.length > 0) return [`Het gaat om: ${lines.join(', ')}.`]
  if (isKnown) return []
  return [isWhole ? 'Het gaat om de hele bestelling.' : 'We kijken na om welke producten het gaat.']
}

/** A text that is read when the mail is rendered. @param otherwise when it was erased since */
const storedText = (of: MailText, otherwise: string, index = 0): StoredText => ({
  place: storedTextPlace(index),
  of,
  otherwise,
})

export const withdrawalMails = [
  defineMail(contract.withdrawalReceivedMail, props => {
    const { orderNumber, receivedAt, lines, digital, sealed, withdrawnBefore, hasRemark, isWhole } = props
    const { shopName, withdrawalId, hasParcel } = props
    const isKnown = digital.length > 0 || withdrawnBefore.length > 0
    return {
      subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
      heading: 'We hebben je herroeping ontvangen',
      paragraphs: [
        `Op ${moment.format(new Date(receivedAt))} ontvingen we je herroeping van bestelling ${orderNumber}.`,
        ...scopeParagraphs(lines, isWhole, !isWhole && !hasRemark && isKnown),
        ...(withdrawnBefore.length > 0 ? [`Eerder al herroepen: ${withdrawnBefore.join(', ')}.`] : []),
        ...limitParagraphs(digital, sealed),
        ...(hasRemark ? [`Je schreef: “${storedTextPlace(0)}”`] : []),
        hasParcel
          ? 'We antwoorden binnen 5 werkdagen. Stuur nog niets terug voordat je van ons hoort hoe dat gaat.'
          : 'We antwoorden binnen 5 werkdagen. Je hoeft niets terug te sturen.',
        'Heb je dit niet zelf gevraagd? Laat het ons dan weten.',
      ],
      storedTexts: hasRemark ? [storedText({ withdrawalId, part: 'remark' }, '…')] : [],
    }
  }),
  defineMail(contract.withdrawalAnsweredMail, ({ orderNumber, accepted, shopName, withdrawalId }) => ({
    subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
    heading: accepted ? 'We nemen je bestelling terug' : 'We kunnen je herroeping niet aannemen',
    paragraphs: [storedTextPlace(0)],
    storedTexts: [
      storedText(
        { withdrawalId, part: 'answer' },
        'Ons antwoord kon niet worden getoond. Schrijf ons, dan sturen we het opnieuw.',
      ),
    ],
  })),
  defineMail(contract.withdrawalDecidedMail, ({ orderNumber, accepted, toReturn, refused, shopName }) => ({
    subject: `Je bericht over bestelling ${orderNumber} bij ${shopName}`,
    heading: accepted.length > 0 ? 'We nemen je bestelling terug' : 'Dit kunnen we niet terugnemen',
    paragraphs: [
      ...acceptedParagraphs(accepted, toReturn),
      ...refused.map(({ line, reason, noteId }, index) =>
        [
          `Dit kunnen we niet terugnemen: ${line}.`,
          refusalTexts[reason],
          noteId === null ? null : storedTextPlace(index),
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ],
    storedTexts: refused.flatMap(({ noteId }, index) =>
      noteId === null ? [] : [storedText({ withdrawalLineId: noteId }, '', index)],
    ),
  })),
]
