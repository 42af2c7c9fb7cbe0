import type { PayoutRefusal } from '../../../money/payouts/contract.ts'
import { formatCents } from '../../../wire/money.ts'

/** The earnings that a creator has to come, in cents. */
export interface EarningsDue {
  /** Not paid out: all of it, and the part that may be. */
  balanceCents: number
  payableCents: number
  /** From when the last of the other part may be paid out. */
  lastPayableAt: Date | null
  /** In a payout that has not arrived yet. */
  underWayCents: number
  /** Why the next run does not pay the payable part; null when it does. */
  refusal: PayoutRefusal | null
}

const dayFormat = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'Europe/Brussels' })

const holds: Record<PayoutRefusal, string> = {
  SUSPENDED: 'dat wacht op de beslissing over de schorsing',
  UNDER_WAY: 'dat volgt na de betaling die onderweg is',
  NO_DETAILS: 'vul daarvoor eerst de gegevens bij Uitbetaling in',
  WITHHELD: 'vul daarvoor eerst de gegevens bij Uitbetaling in',
  IBAN_WAITS: 'dat wacht zeven dagen na de wijziging van de rekening',
  NAME_UNCHECKED: 'de winkel vraagt eerst bij de bank de naam van de rekening na',
  NAME_REFUSED: 'de naam van de rekening klopt niet volgens de bank: kies bij Uitbetaling een andere',
  BELOW_MINIMUM:
    'dat is minder dan het minimum van een uitbetaling, dat niet meer geldt na het stoppen als creator',
}

/** The earnings to come and the reason that holds each part, and an account, in Dutch; null when nothing is to come. */
export function describeDue(due: EarningsDue): string | null {
  const { balanceCents, payableCents, lastPayableAt, underWayCents, refusal } = due
  if (balanceCents + underWayCents === 0) return null
  const open = formatCents(balanceCents - payableCents)
  const until = lastPayableAt ? `, het laatste deel tot ${dayFormat.format(lastPayableAt)}` : ''
  const payable = `Uitbetaalbaar: ${formatCents(payableCents)}; ${refusal ? holds[refusal] : 'de volgende uitbetaling betaalt het'}.`
  return [
    `Er is nog ${formatCents(balanceCents + underWayCents)} aan verdiensten te goed.`,
    ...(underWayCents > 0 ? [`Onderweg naar de rekening: ${formatCents(underWayCents)}.`] : []),
    ...(payableCents > 0 ? [payable] : []),
    ...(balanceCents > payableCents ? [`Nog niet zeker: ${open}${until}.`] : []),
    'Het account kan dicht zodra alles is uitbetaald; verdiensten vervallen niet.',
  ].join(' ')
}
