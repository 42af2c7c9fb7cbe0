import type { DebtResolution } from './contract.ts'
import { BLOCKED_BALANCE_MINUTES, countPlayableMinutes } from './rules.ts'

export const noCreditForMinutes = 'Minuten betaal je niet met een cadeaubon of tegoed.'

/** Said wherever minutes are sold. */
export const UNPLAYABLE_MINUTES = `Bij ${BLOCKED_BALANCE_MINUTES} minuten stopt de toy; die ${BLOCKED_BALANCE_MINUTES} blijven op je saldo.`

/** Said beside a balance; null for an empty one. */
export function playableMinutesText(balance: number): string | null {
  const playable = countPlayableMinutes(balance)
  return balance > 0 ? `Nog ${playable} ${playable === 1 ? 'minuut' : 'minuten'} te spelen` : null
}

/** Said wherever the price of a minute stands. */
export const BEGUN_MINUTE = 'Je betaalt per begonnen minuut. Stopt de ander, dan is die minuut gratis.'

export const debtResolutionLabels: Record<DebtResolution, { title: string; meaning: string }> = {
  PAID: { title: 'Betaald', meaning: 'Het bedrag is buiten de winkel om binnengekomen.' },
  WAIVED: { title: 'Kwijtgescholden', meaning: 'We vragen het niet meer.' },
}
