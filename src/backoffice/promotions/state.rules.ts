import type { PromotionState } from './contract.ts'

interface Standing {
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  usesTaken: number
}

/** What a promotion does now. */
export function promotionState(
  { isActive, startsAt, endsAt, maxUses, usesTaken }: Standing,
  now: Date,
): PromotionState {
  if (!isActive) return 'OFF'
  if (endsAt !== null && endsAt <= now) return 'ENDED'
  if (maxUses !== null && usesTaken >= maxUses) return 'USED_UP'
  return startsAt !== null && now < startsAt ? 'SCHEDULED' : 'RUNNING'
}
