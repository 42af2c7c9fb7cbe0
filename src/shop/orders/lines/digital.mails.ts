import { defineMail, withLinkToken } from '../../../wire/mail.ts'
import { GUEST_ORDER_PATH, orderDigitalMail } from '../contract.ts'
import { LINK_DAYS } from '../../downloads/contract.ts'

export const digitalOrderMails = [
  // The sentence about the right to withdraw is required by law: its words are only here.
  defineMail(orderDigitalMail, ({ number, isSent, isWhole, url, orderId, guestOrderId, shopName }) => {
    const links = { secondaryAction: { label: 'Naar je bestelling', url } }
    return {
      subject: `Je bestelling ${number} bij ${shopName}`,
      heading: 'Het staat voor je klaar',
      paragraphs: [
        isWhole
          ? `Bestelling ${number} is geleverd.`
          : `Je downloads van bestelling ${number} staan klaar. ${isSent ? 'De rest sturen we je apart toe.' : 'De rest volgt zo snel mogelijk.'}`,
        `De knop werkt ${LINK_DAYS} dagen zonder in te loggen. Daarna vind je alles bij je bestelling.`,
        'Deel de link met niemand: wie hem heeft, kan alles openen.',
        'Bij het bestellen heb je gevraagd om directe levering, en bevestigd dat je daarmee geen herroepingsrecht hebt op wat digitaal geleverd is.',
      ],
      action: { label: 'Open wat je kocht', url: new URL('/downloads', url).href, token: { orderId } },
      // A guest can't log in: the link to the order opens it.
      ...(guestOrderId === undefined ? links : withLinkToken(links, GUEST_ORDER_PATH, { guestOrderId })),
    }
  }),
]
