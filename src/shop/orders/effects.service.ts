import type { Tx } from '../../platform/db/db.ts'
import { redeemPromotionUses } from '../promotions/redeem.service.ts'
import { releasePromotionUses } from '../promotions/service.ts'
import type { OrderStatus } from './contract.ts'
import { updateOrderCredit } from './credit.service.ts'
import {
  creditPromotionMinutes,
  takeBackPromotionMinutes,
  updatePromotionMinutes,
} from './promotionMinutes.service.ts'
import { updatePurchasedWishes } from './purchasedWishes.service.ts'
import type { orders } from './table.ts'

type ChangedOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'userId' | 'promotions' | 'paidAt' | 'creditCents'
>

/** A fact beside an order and its lines that follows it, in the transaction that changes it. */
interface OrderEffect {
  /** Its status was set: it is paid, cancelled, opened again, or on its way. */
  onStatus?(tx: Tx, order: ChangedOrder, status: OrderStatus, now: Date): Promise<void>
  /** Orders are sent together; the statements are as few as they can be. */
  onShipped?(tx: Tx, shipped: readonly ChangedOrder[]): Promise<void>
  /** We are about to give money back, for all or a part of it. */
  onRefund?(tx: Tx, order: ChangedOrder, isAll: boolean): Promise<void>
  /** Money was given back, by us or at the provider. */
  onRefunded?(tx: Tx, orderId: string): Promise<void>
}

/** In the order in which their rows are locked: wishes, users, promotions, accounts. */
const effects: readonly OrderEffect[] = [
  { onStatus: (tx, { id }) => updatePurchasedWishes(tx, id), onRefunded: updatePurchasedWishes },
  {
    onStatus: updatePromotionMinutes,
    onShipped: creditPromotionMinutes,
    onRefund: takeBackPromotionMinutes,
  },
  { onStatus: updatePromotionUses },
  { onStatus: updateOrderCredit },
]

/** The uses of promotions follow the order. One that is to be paid holds them with its stock, for as long. */
async function updatePromotionUses(tx: Tx, order: ChangedOrder, status: OrderStatus): Promise<void> {
  if (!order.promotions) return
  if (status === 'CANCELLED') await releasePromotionUses(tx, order.id)
  else if (status !== 'PENDING' || order.paidAt !== null) await redeemPromotionUses(tx, order)
}

type EffectOf<Name extends keyof OrderEffect> = Parameters<NonNullable<OrderEffect[Name]>>

/** Lets everything follow that depends on an order. */
export async function followOrder<Name extends keyof OrderEffect>(
  name: Name,
  ...change: EffectOf<Name>
): Promise<void> {
  for (const effect of effects) {
    const follow = effect[name] as ((...change: EffectOf<Name>) => Promise<void>) | undefined
    await follow?.(...change)
  }
}
