import { Registration, User } from '../accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { requiredText } from '../../wire/fields.ts'

/** The page of the link that the start prints while there is no admin. */
export const SETUP_PATH = '/welkom'

/** How long that link is valid, in hours. */
export const SETUP_LINK_HOURS = 1

export const createFirstAdmin = endpoint('POST /api/setup/admin', 'public', {
  summary: 'Make the first admin with the token that the start printed, and sign in; of two at once one wins',
  input: Registration.pick({ email: true, password: true, displayName: true }).extend({
    token: requiredText('Open de link die bij het starten werd getoond.', 200),
  }),
  output: User,
})
