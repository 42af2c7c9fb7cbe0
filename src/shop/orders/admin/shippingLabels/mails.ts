import { defineMail, withLinkToken } from '../../../../wire/mail.ts'
import { GUEST_ORDER_PATH } from '../../contract.ts'
import { returnLabelMail } from './contract.ts'

export const labelMails = [
  defineMail(returnLabelMail, ({ number, url, guestOrderId, carrierName, labelId, lines, shopName }) => {
    const links = { action: { label: 'Bekijk je bestelling', url } }
    return {
      subject: `Je retourlabel van ${shopName}`,
      heading: 'Je retourlabel',
      paragraphs: [
        `In de bijlage zit het retourlabel voor bestelling ${number}.`,
        ...(lines.length > 0 ? [`Doe in het pakket: ${lines.join(', ')}.`] : []),
        `Print het, plak het op je pakket en breng het naar een punt van ${carrierName}. Versturen kost je niets.`,
        'Haal oude labels van de doos, en bewaar het bewijs dat je bij het punt krijgt.',
      ],
      ...(guestOrderId === undefined ? links : withLinkToken(links, GUEST_ORDER_PATH, { guestOrderId })),
      returnLabelId: labelId,
    }
  }),
]
