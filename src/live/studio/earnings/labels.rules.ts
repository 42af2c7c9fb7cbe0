import type { EarningSource } from '../../../money/earnings/contract.ts'
import type { StoppedBy } from '../../sessions/contract.ts'
import type { Earnings } from './contract.ts'

/** The end of a session, as its creator reads it. */
export const endedByLabels: Record<StoppedBy, string> = {
  USER: 'gestopt door de speler',
  CREATOR: 'gestopt door jou',
  ADMIN: 'gestopt door de winkel',
  ADMIN_FORCE: 'gestopt door de winkel',
  SYSTEM: 'vanzelf gestopt',
}

export const sourceLabels: Record<EarningSource, string> = { MINUTES: 'Minuten', GIFTS: 'Cadeaus' }

const percent = new Intl.NumberFormat('nl-NL', { style: 'percent', maximumFractionDigits: 2 })

/** `6250` → `62,5%`. */
export const formatBasisPoints = (basisPoints: number): string => percent.format(basisPoints / 10_000)

/** A share in a sentence: `60% van de prijs zonder btw`. */
export const describeShare = ({
  basisPoints,
  deductsFee,
}: Pick<Earnings['shares'][number], 'basisPoints' | 'deductsFee'>): string =>
  `${formatBasisPoints(basisPoints)} van de prijs zonder btw${deductsFee ? ' en zonder de kosten van de betaling' : ''}`
