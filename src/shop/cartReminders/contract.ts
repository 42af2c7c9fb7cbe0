import { z } from 'zod'
import { mailTemplate } from '../../wire/mail.ts'

/** Says that a cart was left; never what is in it. */
export const cartReminderMail = mailTemplate(
  'cart-reminder',
  z.object({ url: z.string(), shopName: z.string() }),
)
