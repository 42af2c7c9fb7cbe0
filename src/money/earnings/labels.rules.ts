import type { EarningSource, EarningType } from './contract.ts'

export const typeLabels: Record<EarningType, string> = {
  EARNED: 'Verdiend',
  TAKEN_BACK: 'Teruggenomen',
  PAID_OUT: 'Uitbetaald',
  RETURNED: 'Uitbetaling teruggekomen',
  ADJUSTED: 'Correctie',
}

export const sourceLabels: Record<EarningSource, string> = { MINUTES: 'Minuten', GIFTS: 'Cadeaus' }
