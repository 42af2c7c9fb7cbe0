import type { ReactNode } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { useShop } from '../../ui/page/boot.ts'
import { formatCents } from '../../wire/money.ts'
import type { CartItem } from '../cart/contract.ts'
import { GUEST_ID } from './draft.hooks.ts'
import { PromotionCodes } from './PromotionCodes.tsx'
import { PromotionRows } from './PromotionRows.tsx'
import { usePromotionCodes, useQuote } from './quote.hooks.ts'
import { assumedDestination } from '../shipping/destination.rules.ts'
import { shippingPrice } from './labels.rules.ts'
import { needsAddress } from './steps.rules.ts'

export interface CartTotalsProps {
  lines: CartItem[]
  /** The totals without promotions. */
  plain: ReactNode
}

/** The totals of the cart with its promotions, and the codes. */
export function CartTotals({ lines, plain }: CartTotalsProps) {
  return <OwnTotals userId={useUser()?.id ?? GUEST_ID} lines={lines} plain={plain} />
}

function OwnTotals({ userId, lines, plain }: CartTotalsProps & { userId: string }) {
  const { codes } = usePromotionCodes(userId)
  const { quote } = useQuote(userId, lines, codes, false)
  const { shippingPricing, shipsTo } = useShop()
  const isFree = shippingPricing === 'FREE'
  const shipping = quote?.shippingCost ?? 0
  return (
    <div className="grid gap-3">
      <PromotionCodes userId={userId} lines={lines} refused={quote?.refused ?? []} />
      {quote && (quote.promotions.length > 0 || !isFree) ? (
        <dl aria-live="polite" className="figures grid gap-1">
          <PromotionRows promotions={quote.promotions} />
          {needsAddress(lines) && (
            <div className="flex justify-between text-small text-ink-soft">
              <dt>{isFree ? 'Verzending' : `Verzending naar ${assumedDestination(shipsTo)}`}</dt>
              <dd>{shippingPrice(shipping)}</dd>
            </div>
          )}
          <div className="flex items-baseline justify-between text-subheading font-medium">
            <dt>Totaal</dt>
            <dd>
              <StruckAmount was={quote.products + shipping} is={quote.total} />
            </dd>
          </div>
        </dl>
      ) : (
        plain
      )}
    </div>
  )
}

/** The price, beside the one without promotions. */
export const StruckAmount = ({ was, is }: { was: number; is: number }) => (
  <>
    {was > is && (
      <del className="mr-2 text-small font-normal text-ink-faint">
        <span className="sr-only">In plaats van </span>
        {formatCents(was)}
      </del>
    )}
    {formatCents(is)}
  </>
)
