import type { DebtResolution } from './contract.ts'
import { BLOCKED_BALANCE_MINUTES, countPlayableMinutes } from './rules.ts'

export const noCreditForMinutes = 'Minuten betaal je niet met een cadeaubon of tegoed.'

/** Said wherever minutes are sold. */
export const UNPLAYABLE_MINUTES = `De laatste ${BLOCKED_BALANCE_MINUTES} minuten van je saldo kun je niet spelen: bij ${BLOCKED_BALANCE_MINUTES} stopt de toy.`

/** Said beside a balance; null for an empty one. */
export const playableMinutesText = (balance: number): string | null =>
  balance > 0 ? `waarvan ${countPlayableMinutes(balance)} te spelen` : null

export const debtResolutionLabels: Record<DebtResolution, { title: string; meaning: string }> = {
  PAID: { title: 'Betaald', meaning: 'Het bedrag is buiten de winkel om binnengekomen.' },
  WAIVED: { title: 'Kwijtgescholden', meaning: 'We vragen het niet meer.' },
}
