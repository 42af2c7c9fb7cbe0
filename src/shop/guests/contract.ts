import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { email, id, requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** How many days the link in a mail opens the order of a guest. */
export const GUEST_LINK_DAYS = 60

export const openGuestOrder = endpoint('POST /api/guest-orders/open', 'public', {
  summary: 'Open the order of a guest in this browser, by the token of a mail',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({ orderId: id }),
  status: 200,
  problems: ['TOKEN_INVALID'],
})

export const requestGuestOrderLink = endpoint('POST /api/guest-orders/link', 'public', {
  summary: 'Mail the link to the order of a guest again; the answer is the same when there is none',
  input: z.object({ number: requiredText('Vul je bestelnummer in.', 20), email }),
  output: z.null(),
  status: 202,
})

export const guestOrderLinkMail = mailTemplate(
  'guest-order-link',
  z.object({ number: z.string(), url: z.string(), guestOrderId: id, shopName: z.string() }),
)
