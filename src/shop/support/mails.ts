import { defineMail } from '../../wire/mail.ts'
import { contactAnsweredMail, contactReceivedMail, LINK_DAYS } from './contract.ts'

const linkSentence = `De knop werkt ${LINK_DAYS} dagen zonder in te loggen. Deel de link met niemand.`

export const supportMails = [
  defineMail(contactReceivedMail, ({ conversationId, reference, url, shopName }) => ({
    subject: `Je bericht ${reference} aan ${shopName}`,
    heading: 'We hebben je bericht ontvangen',
    paragraphs: [
      `Je bericht kreeg het kenmerk ${reference}. We antwoorden binnen 5 werkdagen, per mail.`,
      linkSentence,
      'Heb je ons niets geschreven? Dan heeft iemand zich vergist in het adres, en hoef je niets te doen.',
    ],
    action: { label: 'Bekijk je bericht', url, token: { conversationId } },
  })),
  defineMail(contactAnsweredMail, ({ conversationId, reference, url, shopName, messageId }) => ({
    subject: `Je bericht ${reference} aan ${shopName}`,
    heading: 'Ons antwoord op je bericht',
    quote: { messageId, otherwise: 'Lees ons antwoord met de knop hieronder.' },
    paragraphs: ['Antwoorden doe je met de knop hieronder, niet op deze mail.', linkSentence],
    action: { label: 'Lezen en antwoorden', url, token: { conversationId } },
  })),
]
