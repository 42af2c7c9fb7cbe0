import type { EarningSource } from './contract.ts'

export const sourceLabels: Record<EarningSource, string> = { MINUTES: 'Gespeelde minuten', GIFTS: 'Cadeaus' }
