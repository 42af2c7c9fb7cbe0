import type { EndpointConfirmation } from '../../wire/endpoint.ts'
import type { Role } from '../../wire/roles.ts'
import type { ConfirmationMethod } from '../accounts/contract.ts'

/** How long a confirmed login is enough for what asks for one, in minutes. */
export const CONFIRMED_MINUTES = 15

/** What an account can confirm with, besides its password. */
export interface SecondSteps {
  hasPasskeys: boolean
  hasCodes: boolean
}

/** How this account may confirm, the strongest first: an admin who has a second step has to use it. */
export function confirmationMethods(
  role: Role,
  { hasPasskeys, hasCodes }: SecondSteps,
): ConfirmationMethod[] {
  const steps: ConfirmationMethod[] = [
    ...(hasPasskeys ? (['PASSKEY'] as const) : []),
    ...(hasCodes ? (['CODE'] as const) : []),
  ]
  return role === 'ADMIN' && steps.length > 0 ? steps : [...steps, 'PASSWORD']
}

export interface Confirmation {
  confirmedAt: Date | null
  confirmedBy: ConfirmationMethod | null
}

/** Whether a login may do what asks for this confirmation. `methods` are those of its account. */
export function isConfirmed(
  { confirmedAt, confirmedBy }: Confirmation,
  methods: readonly ConfirmationMethod[],
  asked: EndpointConfirmation,
  now: Date,
): boolean {
  // The endpoint checks the password of its input itself.
  if (asked === 'password' && methods.includes('PASSWORD')) return true
  if (!confirmedAt || !confirmedBy || !methods.includes(confirmedBy)) return false
  return now.getTime() - confirmedAt.getTime() < CONFIRMED_MINUTES * 60_000
}
