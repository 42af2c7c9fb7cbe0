import type { ActorContext } from './actor.ts'
import { buyMinutes } from './player.ts'
import { customerOf, waitForRush } from './shopper.ts'

/**
 * Buys minutes with a card that all spenders use in the same second, or with the same customer's store credit: minutes hold no stock, so
 * that only the card or the credit makes one wait for another.
 */
export async function spend(context: ActorContext): Promise<void> {
  const { world, plan, random } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await waitForRush(context)
    const moment = Math.floor(context.now() / 1000)
    const { code = '' } = world.sharedCards[moment % world.sharedCards.length] ?? {}
    const choice = random.chance(0.8)
      ? { giftCards: [code], useStoreCredit: false }
      : { giftCards: [], useStoreCredit: true }
    await buyMinutes(context, customerOf(context).id, () => choice)
  }
}
