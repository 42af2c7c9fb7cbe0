import { randomUUIDv7 } from 'node:crypto'
import { toBrusselsDay } from '../../../src/wire/brusselsTime.ts'
import { shiftDay } from '../../../src/wire/workingDays.ts'
import { resolveReturnPath } from '../../../src/money/payments/return.service.ts'
import { submitCheckout } from '../../../src/shop/checkout/service.ts'
import { cancelOwnOrder } from '../../../src/shop/orders/cancel.service.ts'
import { retryOrderPayment } from '../../../src/shop/orders/payAgain.service.ts'
import { asUser, attempt, checkAnswer, pickCredit, type Stage } from './actor.ts'

/** Virtual milliseconds between two moments at which many shoppers come at once. */
const RUSH_MS = 2000

/** Orders, pays again, comes back from the payment page and cancels. */
export async function shop(stage: Stage): Promise<void> {
  const { random, plan } = stage
  for (let count = 0; count < plan.actions; count += 1) {
    // Many come at the moment from which something is to be had.
    const isRush = random.chance(0.5)
    await (isRush ? waitForRush(stage) : stage.wait(random.int(0, 4000)))
    const act = isRush ? order : random.pick([order, order, order, payAgain, comeBack, cancel])
    await act(stage, customerOf(stage).id)
  }
}

export const waitForRush = (stage: Stage): Promise<void> =>
  stage.wait(RUSH_MS - (stage.now() % RUSH_MS) + stage.random.int(0, 30))

export const customerOf = ({ world, plan }: Stage) =>
  world.customers[plan.customer % world.customers.length] as { id: string; addressId: string }

const ownOrder = ({ random, known }: Stage, userId: string) => {
  const own = known.orders.filter(each => each.userId === userId)
  return own.length > 0 ? random.pick(own).id : undefined
}

async function order(stage: Stage, userId: string): Promise<void> {
  const { random, world, known } = stage
  // Those of one product do not wait for those of another one, and may want the same code.
  const wanted = random.chance(0.35)
    ? [random.pick(world.productIds)]
    : world.productIds.filter(() => random.chance(0.85))
  const items = wanted.map(productId => ({ productId, quantity: random.int(1, 2) }))
  const codes = random.chance(0.7) ? [random.pick(world.codes)] : world.codes.filter(() => random.chance(0.2))
  // Some browsers send them in another order.
  if (random.chance(0.5)) items.reverse()
  const cards = pickGiftCards(stage)
  if (cards.isAlone) items.length = 0
  items.push(...cards.items)
  if (items.length === 0) return
  const input = {
    items,
    addressId: customerOf(stage).addressId,
    hasTracking: random.chance(0.4),
    comments: null,
    codes,
    ...pickCredit(stage),
    giftCardDeliveries: cards.giftCardDeliveries,
  }
  const key = { userId, key: randomUUIDv7(), operation: 'checkout', input }
  const send = () =>
    attempt(stage, 'checkout', async () => {
      const { orderId, paymentUrl } = await stage.call(node =>
        submitCheckout(node.platform, node.payments.gateways, input as never, key, node.automatic),
      )
      if (paymentUrl) stage.provider.show(paymentUrl)
      checkAnswer(stage, key.key, orderId)
      if (!known.orders.some(({ id }) => id === orderId)) known.orders.push({ id: orderId, userId })
      return orderId
    })
  // A second click, or a retry after no answer, comes with the same key.
  const [made] = await Promise.all([send(), random.chance(0.2) ? send() : null])
  if (!made && random.chance(0.6)) await send()
}

/** Gift cards for somebody, now and then: mailed at once, or on a day. */
export function pickGiftCards(stage: Stage) {
  const { random, world } = stage
  if (random.chance(0.7)) return { items: [], giftCardDeliveries: undefined, isAlone: false }
  const { giftCardProductId: productId } = world
  const day = random.pick([null, 0, 1, 1, 2])
  const delivery = {
    productId,
    recipientEmail: `${random.pick(world.customers).id}@gloed.test`,
    recipientName: null,
    senderName: null,
    message: null,
    deliverOn: day === null ? null : shiftDay(toBrusselsDay(new Date(stage.now())), day),
  }
  return {
    items: [{ productId, quantity: random.int(1, 2) }],
    giftCardDeliveries: random.chance(0.8) ? [delivery] : undefined,
    isAlone: random.chance(0.5),
  }
}

async function payAgain(stage: Stage, userId: string): Promise<void> {
  const orderId = ownOrder(stage, userId)
  if (!orderId) return
  const again = await attempt(stage, 'paying again', () =>
    stage.call(node => retryOrderPayment(node.platform, node.payments.gateways, userId, orderId)),
  )
  if (again) stage.provider.show(again.paymentUrl)
}

export async function comeBack(stage: Stage, userId: string): Promise<void> {
  const { random, provider } = stage
  const payments = [...provider.payments.values()]
  if (payments.length === 0) return
  const { paymentId } = random.pick(payments)
  await attempt(stage, 'coming back', () =>
    stage.call(node => resolveReturnPath(node.payments, paymentId, asUser(userId, 'USER'))),
  )
}

async function cancel(stage: Stage, userId: string): Promise<void> {
  const orderId = ownOrder(stage, userId)
  if (!orderId) return
  await attempt(stage, 'cancelling', () => stage.call(node => cancelOwnOrder(node.platform, userId, orderId)))
}
