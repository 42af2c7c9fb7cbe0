import type { PromotionState } from './contract.ts'

interface Standing {
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  useCount: number
}

/** The present state of a promotion. */
export function promotionState(
  { isActive, startsAt, endsAt, maxUses, useCount }: Standing,
  now: Date,
): PromotionState {
  if (!isActive) return 'OFF'
  if (endsAt !== null && endsAt <= now) return 'ENDED'
  if (maxUses !== null && useCount >= maxUses) return 'USED_UP'
  return startsAt !== null && now < startsAt ? 'SCHEDULED' : 'RUNNING'
}
