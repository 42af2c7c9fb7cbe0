import { formatCents } from '../../wire/money.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'

/** The discount of each promotion, as rows of a list of amounts: `10 % op Zijde en lingerie  − € 4,50`. */
export const PromotionRows = ({ promotions }: { promotions: readonly AppliedPromotion[] }) =>
  promotions.map(({ promotionId, explanation, code, ...given }) => (
    <div key={promotionId} className="flex justify-between gap-4 text-small text-accent-text">
      <dt>
        {explanation}
        {code !== null && <span className="text-ink-soft"> · {code}</span>}
      </dt>
      <dd className="shrink-0">{givenText(given)}</dd>
    </div>
  ))

/** The rows of shipping and tracking have their prices after the promotions, so the discount on them is not taken off once more. */
function givenText({ kind, amount, minutes }: Pick<AppliedPromotion, 'kind' | 'amount' | 'minutes'>): string {
  if (minutes !== undefined) return `+\u00a0${minutes}\u00a0min`
  return kind === 'FREE_TRACKING' ? `in plaats van ${formatCents(amount)}` : formatCents(-amount)
}
