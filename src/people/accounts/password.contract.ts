import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { email, id } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'
import { chosenPassword, enteredPassword } from './contract.ts'
import { emailToken } from './emailVerification.contract.ts'

export const forgotPassword = endpoint('POST /api/password/forgot', 'public', {
  summary: 'Mail a link to choose another password; answers the same, and as late, for an unknown address',
  input: z.object({ email }),
  output: z.null(),
  status: 204,
})

export const resetPassword = endpoint('POST /api/password/reset', 'public', {
  summary: 'Choose another password with the token that was mailed; ends all sessions of the account',
  input: z.object({ token: emailToken, password: chosenPassword }),
  output: z.null(),
  status: 204,
})

export const changePassword = endpoint('PUT /api/account/password', 'customer', {
  summary: "Change one's password; ends all other sessions",
  input: z.object({ password: enteredPassword, newPassword: chosenPassword }),
  output: z.null(),
  status: 204,
})

/** A link to choose another password. */
export const passwordResetMail = mailTemplate(
  'password-reset',
  z.object({
    userId: id,
    /** The page that sends the token to the API. */
    url: z.string(),
    shopName: z.string(),
  }),
)

/** Says that the password was changed, in whatever way. */
export const passwordChangedMail = mailTemplate(
  'password-changed',
  z.object({
    /** The page to reset the password, for an owner who did not change it. */
    url: z.string(),
    shopName: z.string(),
  }),
)
