import { z } from 'zod'
import { enteredPassword } from '../../people/accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  summary:
    'Close the account: signed out everywhere at once, and the person is erased soon after `deleteAfter`',
  access: 'customer',
  inBody: true,
  input: z.object({ password: enteredPassword }),
  output: z.object({ deleteAfter: dateTime }),
  status: 202,
})

/** Says that the account is closed, what is erased when, and what must be kept. */
export const accountClosedMail = mailTemplate(
  'account-closed',
  z.object({ deleteAfter: z.iso.datetime(), retentionYears: z.int(), shopName: z.string() }),
)

/** The page that says until when the data of a closed account is kept. */
export const accountClosedPath = (deleteAfter: string): string =>
  `/account-gesloten?${new URLSearchParams({ tot: deleteAfter.slice(0, 10) })}`
