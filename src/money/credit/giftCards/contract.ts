import { z } from 'zod'
import { cents, id } from '../../../wire/fields.ts'
import { mailTemplate } from '../../../wire/mail.ts'

/** The card itself: its code is read when the mail is rendered, and stored nowhere in it. */
export const giftCardMail = mailTemplate(
  'gift-card',
  z.object({
    cardId: id,
    valueCents: cents,
    expiresAt: z.iso.datetime(),
    recipientName: z.string().nullish(),
    senderName: z.string().nullish(),
    /** Only in a preview: it is read when the mail is rendered. */
    message: z.string().nullish(),
    shopName: z.string(),
    /** The printable page, without the code. */
    url: z.string(),
  }),
)
