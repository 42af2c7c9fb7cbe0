import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** An account token from a mailed link. */
export const emailToken = requiredText('Open de link uit je mail.')

export const verifyEmail = endpoint('POST /api/email/verify', 'public', {
  summary: 'Prove that an e-mail address is read, with the token that was mailed to it',
  input: z.object({ token: emailToken }),
  output: z.null(),
  status: 204,
})

export const sendVerificationMail = endpoint('POST /api/email/verification', 'customer', {
  summary: "Mail the link to verify one's address again; nothing is sent for one that is verified",
  output: z.null(),
  status: 204,
})

const VerificationMail = z.object({
  userId: id,
  /** The page that sends the token to the API. */
  url: z.string(),
  shopName: z.string(),
})

/** Welcomes a new user, with a link that verifies the address. */
export const welcomeMail = mailTemplate('welcome', VerificationMail)

/** A new link that verifies the address. */
export const verificationMail = mailTemplate('verify-email', VerificationMail)
