import { type MinuteCredit, valueOfMinutes } from './rules.ts'

/** Added minutes, by purchase or by an admin. */
export interface PurchasedMinuteCredit extends MinuteCredit {
  /** Null for a gift, or for minutes that an admin added. */
  purchaseId: string | null
}

/**
 * How many minutes of a purchase are unused: minutes are spent oldest first, and refunded ones are deducted from
 * their own purchase.
 * @param spent all spent minutes, without refunded ones
 */
export function countUnusedMinutesOfPurchase(
  credits: PurchasedMinuteCredit[],
  spent: number,
  purchaseId: string,
): number {
  let begin = 0
  for (const credit of credits) {
    const left = credit.minutes - (credit.refunded ?? 0)
    if (credit.purchaseId === purchaseId) return Math.min(left, Math.max(begin + left - spent, 0))
    begin += left
  }
  return 0
}

/** Cents that were paid for the last minutes of a purchase that were not refunded. */
export const valueOfLastMinutes = (credit: MinuteCredit, minutes: number): number =>
  valueOfMinutes([credit], credit.minutes - (credit.refunded ?? 0) - minutes, minutes)
