import { randomUUIDv7 } from 'node:crypto'
import { adjustMinuteBalance } from '../../../src/backoffice/customers/service.ts'
import { updateOrderStatus } from '../../../src/shop/orders/admin/service.ts'
import { adminStopSession } from '../../../src/live/sessions/admin/service.ts'
import { hasLiveSession } from '../../../src/live/sessions/service.ts'
import { declineSessions, stopOwnSessions, updateStudioToy } from '../../../src/live/studio/service.ts'
import { changeStoreCredit, setGiftCardBlocked } from '../../../src/money/credit/admin/service.ts'
import { setCountedStock } from '../../../src/shop/products/stock/ledger.service.ts'
import { issueOrderRefund } from '../../../src/shop/orders/refunds/service.ts'
import { asUser, attempt, checkAnswer, type ActorContext } from './actor.ts'
import { changePromotion } from './marketer.ts'
import { waitForRush } from './shopper.ts'
import {
  listOpenRefundCases,
  applyRefundResolution,
} from '../../../src/money/payments/admin/refundResolution.service.ts'
import { issueMinutesRefund } from '../../../src/money/minutes/admin/refund.service.ts'

/** An admin: refunds, sets orders' states, counts stock, gives and takes minutes and store credit, ends sessions, changes promotions, blocks gift cards. */
export async function manage(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 5000))
    await random.pick([
      refundOrder,
      refundOrder,
      each => refundMinutes(each),
      setStatus,
      countStock,
      countStock,
      adjust,
      stopSession,
      resolve,
      changePromotion,
      changeCredit,
      blockCard,
    ])(context)
  }
}

async function refundOrder(context: ActorContext): Promise<void> {
  const { random, known, world } = context
  if (known.orders.length === 0) return
  const { id: orderId } = random.pick(known.orders)
  const part = random.chance(0.5) ? { amount: random.int(1, 1500) } : {}
  const asStoreCredit = random.chance(0.2)
  const request = { orderId, restock: random.chance(0.5), reason: null, asStoreCredit, ...part }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'refund', input: request }
  const send = () =>
    attempt(context, 'refund', async () => {
      const { refundId } = await context.call(node => issueOrderRefund(node.platform, request, key))
      checkAnswer(context, key.key, refundId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

/** @param purchases to choose from */
export async function refundMinutes(
  context: ActorContext,
  purchases: { id: string }[] = context.known.purchases,
): Promise<void> {
  const { random, world } = context
  if (purchases.length === 0) return
  const { id: purchaseId } = random.pick(purchases)
  const request = { purchaseId, reason: null, ...(random.chance(0.5) && { minutes: random.int(1, 4) }) }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'refund', input: request }
  const send = () =>
    attempt(context, 'refund of minutes', async () => {
      const { refundId } = await context.call(node =>
        issueMinutesRefund(node.platform, hasLiveSession, request as never, key),
      )
      checkAnswer(context, key.key, refundId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function setStatus(context: ActorContext): Promise<void> {
  const { random, known, world } = context
  if (known.orders.length === 0) return
  const { id } = random.pick(known.orders)
  const status = random.pick(['PENDING', 'PAID', 'PAID', 'CANCELLED', 'CANCELLED'] as const)
  await attempt(context, `order to ${status}`, () =>
    context.call(node => updateOrderStatus(node.platform, world.adminId, id, status, {})),
  )
}

async function countStock(context: ActorContext): Promise<void> {
  const { random, world } = context
  const productId = random.pick(world.productIds)
  const save = () => {
    const count = { stock: random.int(0, 8), by: world.adminId }
    return attempt(context, 'count', () =>
      context.call(({ platform }) => platform.db.transaction(tx => setCountedStock(tx, productId, count))),
    )
  }
  // While many order, and often at the same time as somebody else.
  if (random.chance(0.5)) await waitForRush(context)
  await Promise.all([save(), random.chance(0.5) ? save() : null])
}

async function adjust(context: ActorContext): Promise<void> {
  const { random, world } = context
  const change = {
    userId: random.pick(world.customers).id,
    minutes: random.pick([-3, -1, 1, 4]),
    reason: 'Telling',
  }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'adjust', input: change }
  const send = () =>
    attempt(context, 'adjustment', async () => {
      const { entryId } = await context.call(node => adjustMinuteBalance(node.platform, key, change as never))
      checkAnswer(context, key.key, entryId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function changeCredit(context: ActorContext): Promise<void> {
  const { random, world } = context
  const change = {
    userId: random.pick(world.customers).id,
    amount: random.pick([-500, 1, 700, 1500]),
    reason: 'Gebaar',
  }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'store credit', input: change }
  const send = () =>
    attempt(context, 'change of credit', () =>
      context.call(node => changeStoreCredit(node.platform, change, key)),
    )
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function blockCard(context: ActorContext): Promise<void> {
  const { random, world } = context
  const change = { cardId: random.pick(world.giftCards).id, reason: 'Verloren' }
  const isBlocked = random.chance(0.4)
  await attempt(context, isBlocked ? 'blocking a card' : 'freeing a card', () =>
    context.call(node => setGiftCardBlocked(node.platform, world.adminId, change, isBlocked)),
  )
}

async function stopSession(context: ActorContext): Promise<void> {
  const { random, known, world } = context
  if (known.sessions.length === 0) return
  const { id } = random.pick(known.sessions)
  await attempt(context, 'stop of a session', () =>
    context.call(node =>
      adminStopSession(
        { ...node.platform, sessionController: node.sessions },
        asUser(world.adminId, 'ADMIN'),
        id,
      ),
    ),
  )
}

async function resolve(context: ActorContext): Promise<void> {
  const { random, world } = context
  await attempt(context, 'resolution of a refund', () =>
    context.call(async ({ platform, payments }) => {
      const open = await listOpenRefundCases(payments)
      if (open.length > 0)
        await applyRefundResolution(platform, random.pick(open).id, 'SEND_AGAIN', world.adminId)
    }),
  )
}

/** A creator: declines, stops, changes the cap and takes a toy off the air. */
export async function createOnAir(context: ActorContext): Promise<void> {
  const { random, plan, world } = context
  const who = asUser(world.creatorId, 'MODEL')
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 6000))
    const toyId = random.pick(world.toys).id
    const change = random.chance(0.6) ? { maxIntensity: random.int(1, 20) } : { onAir: random.chance(0.7) }
    const act = random.int(0, 3)
    await attempt(context, 'creator', () =>
      context.call<unknown>(node => {
        const platform = { ...node.platform, sessionController: node.sessions }
        if (act === 0) return declineSessions(platform, who)
        if (act === 1) return stopOwnSessions(platform, who)
        return updateStudioToy(platform, who, { toyId, ...change })
      }),
    )
  }
  // The others can go on.
  for (const { id: toyId } of world.toys)
    await attempt(context, 'creator', () =>
      context.call(node =>
        updateStudioToy({ ...node.platform, sessionController: node.sessions }, who, { toyId, onAir: true }),
      ),
    )
}
