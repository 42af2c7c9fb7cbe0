import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** A token as it came in a mail. */
export const emailToken = requiredText('Open de link uit je mail.')

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/email/verify',
  summary: 'Prove that an e-mail address is read, with the token that was mailed to it',
  access: 'public',
  input: z.object({ token: emailToken }),
  output: z.null(),
  status: 204,
})

export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/email/verification',
  summary: "Mail the link to verify one's address again; nothing is sent for one that is verified",
  access: 'customer',
  output: z.null(),
  status: 204,
})

const VerificationMail = z.object({
  userId: id,
  /** The page that takes the token. */
  url: z.string(),
  shopName: z.string(),
})

/** Registered: welcome, and a link that verifies the address. */
export const welcomeMail = mailTemplate('welcome', VerificationMail)

/** The same link once more. */
export const verificationMail = mailTemplate('verify-email', VerificationMail)
