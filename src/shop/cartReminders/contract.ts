import { z } from 'zod'
import { mailTemplate } from '../../wire/mail.ts'

/** Says that a cart was left; never names its contents. */
export const cartReminderMail = mailTemplate(
  'cart-reminder',
  z.object({ url: z.string(), shopName: z.string() }),
)
