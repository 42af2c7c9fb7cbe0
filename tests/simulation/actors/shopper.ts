import { randomUUIDv7 } from 'node:crypto'
import { toBrusselsDay } from '../../../src/wire/brusselsTime.ts'
import { shiftDay } from '../../../src/wire/workingDays.ts'
import { resolveReturnPath } from '../../../src/money/payments/return.service.ts'
import { submitCheckout } from '../../../src/shop/checkout/service.ts'
import { cancelOwnOrder } from '../../../src/shop/orders/refunds/cancel.service.ts'
import { retryOrderPayment } from '../../../src/shop/orders/payAgain.service.ts'
import { asUser, attempt, checkAnswer, pickCredit, type ActorContext } from './actor.ts'

/** Virtual milliseconds between two moments at which many shoppers come at once. */
const RUSH_MS = 2000

/** Orders, pays again, comes back from the payment page and cancels. */
export async function shop(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    // Many come at the moment from which something is to be had.
    const isRush = random.chance(0.5)
    await (isRush ? waitForRush(context) : context.wait(random.int(0, 4000)))
    const act = isRush ? order : random.pick([order, order, order, payAgain, comeBack, cancel])
    await act(context, customerOf(context).id)
  }
}

export const waitForRush = (context: ActorContext): Promise<void> =>
  context.wait(RUSH_MS - (context.now() % RUSH_MS) + context.random.int(0, 30))

export const customerOf = ({ world, plan }: ActorContext) =>
  world.customers[plan.customer % world.customers.length] as { id: string; addressId: string }

const ownOrder = ({ random, known }: ActorContext, userId: string) => {
  const own = known.orders.filter(each => each.userId === userId)
  return own.length > 0 ? random.pick(own).id : undefined
}

async function order(context: ActorContext, userId: string): Promise<void> {
  const { random, world, known } = context
  // Buyers of one product do not wait for those of another one, and may want the same code.
  const wanted = random.chance(0.35)
    ? [random.pick(world.productIds)]
    : world.productIds.filter(() => random.chance(0.85))
  const items = wanted.map(productId => ({ productId, quantity: random.int(1, 2) }))
  const codes = random.chance(0.7) ? [random.pick(world.codes)] : world.codes.filter(() => random.chance(0.2))
  // Some browsers send them in another order.
  if (random.chance(0.5)) items.reverse()
  const cards = pickGiftCards(context)
  if (cards.isAlone) items.length = 0
  items.push(...cards.items)
  if (items.length === 0) return
  const input = {
    items,
    addressId: customerOf(context).addressId,
    hasTracking: random.chance(0.4),
    comments: null,
    codes,
    ...pickCredit(context),
    giftCardDeliveries: cards.giftCardDeliveries,
  }
  const key = { userId, key: randomUUIDv7(), operation: 'checkout', input }
  const send = () =>
    attempt(context, 'checkout', async () => {
      const { orderId, paymentUrl } = await context.call(node =>
        submitCheckout(node.platform, node.payments.gateways, input as never, key, node.automatic),
      )
      if (paymentUrl) context.provider.show(paymentUrl)
      checkAnswer(context, key.key, orderId)
      if (!known.orders.some(({ id }) => id === orderId)) known.orders.push({ id: orderId, userId })
      return orderId
    })
  // A second click, or a retry after no answer, comes with the same key.
  const [made] = await Promise.all([send(), random.chance(0.2) ? send() : null])
  if (!made && random.chance(0.6)) await send()
}

/** Gift cards for somebody, now and then: mailed at once, or on a day. */
export function pickGiftCards(context: ActorContext) {
  const { random, world } = context
  if (random.chance(0.7)) return { items: [], giftCardDeliveries: undefined, isAlone: false }
  const { giftCardProductId: productId } = world
  const day = random.pick([null, 0, 1, 1, 2])
  const delivery = {
    productId,
    recipientEmail: `${random.pick(world.customers).id}@gloed.test`,
    recipientName: null,
    senderName: null,
    message: null,
    deliverOn: day === null ? null : shiftDay(toBrusselsDay(new Date(context.now())), day),
  }
  return {
    items: [{ productId, quantity: random.int(1, 2) }],
    giftCardDeliveries: random.chance(0.8) ? [delivery] : undefined,
    isAlone: random.chance(0.5),
  }
}

async function payAgain(context: ActorContext, userId: string): Promise<void> {
  const orderId = ownOrder(context, userId)
  if (!orderId) return
  const again = await attempt(context, 'paying again', () =>
    context.call(node => retryOrderPayment(node.platform, node.payments.gateways, userId, orderId)),
  )
  if (again) context.provider.show(again.paymentUrl)
}

export async function comeBack(context: ActorContext, userId: string): Promise<void> {
  const { random, provider } = context
  const payments = [...provider.payments.values()]
  if (payments.length === 0) return
  const { paymentId } = random.pick(payments)
  await attempt(context, 'coming back', () =>
    context.call(node => resolveReturnPath(node.payments, paymentId, asUser(userId, 'USER'))),
  )
}

async function cancel(context: ActorContext, userId: string): Promise<void> {
  const orderId = ownOrder(context, userId)
  if (!orderId) return
  await attempt(context, 'cancelling', () =>
    context.call(node => cancelOwnOrder(node.platform, userId, orderId)),
  )
}
