import type { EndpointConfirmation } from '../../wire/endpoint.ts'
import type { Role } from '../../wire/roles.ts'
import type { ConfirmationMethod } from '../accounts/contract.ts'

/** Minutes for which a confirmed login needs no other confirmation. */
export const CONFIRMED_MINUTES = 15

/** The second steps that an account can confirm with, besides its password. */
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

/** Whether a login may perform an action that asks for this confirmation. `methods` are those of its account. */
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
