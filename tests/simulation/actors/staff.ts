import { randomUUIDv7 } from 'node:crypto'
import { adjustMinuteBalance } from '../../../src/backoffice/customers/service.ts'
import { updateOrderStatus } from '../../../src/backoffice/fulfilment/service.ts'
import { adminStopSession } from '../../../src/live/sessions/admin.service.ts'
import { hasLiveSession } from '../../../src/live/sessions/service.ts'
import { declineSessions, stopOwnSessions, updateStudioToy } from '../../../src/live/studio/service.ts'
import { changeStoreCredit, setGiftCardBlocked } from '../../../src/money/credit/admin.service.ts'
import { issueMinutesRefund } from '../../../src/money/minutes/purchase.service.ts'
import {
  applyRefundResolution,
  listOpenRefundCases,
} from '../../../src/money/payments/refundResolution.service.ts'
import { setCountedStock } from '../../../src/shop/catalog/stockLedger.service.ts'
import { issueOrderRefund } from '../../../src/shop/orders/refund.service.ts'
import { asUser, attempt, checkAnswer, type Stage } from './actor.ts'
import { changePromotion } from './marketer.ts'
import { waitForRush } from './shopper.ts'

/** An admin: refunds, sets orders' states, counts stock, gives and takes minutes and store credit, ends sessions, changes promotions, blocks gift cards. */
export async function manage(stage: Stage): Promise<void> {
  const { random, plan } = stage
  for (let count = 0; count < plan.actions; count += 1) {
    await stage.wait(random.int(0, 5000))
    await random.pick([
      refundOrder,
      refundOrder,
      refundMinutes,
      setStatus,
      countStock,
      countStock,
      adjust,
      stopSession,
      resolve,
      changePromotion,
      changeCredit,
      blockCard,
    ])(stage)
  }
}

async function refundOrder(stage: Stage): Promise<void> {
  const { random, known, world } = stage
  if (known.orders.length === 0) return
  const { id: orderId } = random.pick(known.orders)
  const part = random.chance(0.5) ? { amount: random.int(1, 1500) } : {}
  const asStoreCredit = random.chance(0.2)
  const request = { orderId, restock: random.chance(0.5), reason: null, asStoreCredit, ...part }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'refund', input: request }
  const send = () =>
    attempt(stage, 'refund', async () => {
      const { refundId } = await stage.call(node => issueOrderRefund(node.platform, request, key))
      checkAnswer(stage, key.key, refundId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function refundMinutes(stage: Stage): Promise<void> {
  const { random, known, world } = stage
  if (known.purchases.length === 0) return
  const { id: purchaseId } = random.pick(known.purchases)
  const request = { purchaseId, reason: null, ...(random.chance(0.5) && { minutes: random.int(1, 4) }) }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'refund', input: request }
  const send = () =>
    attempt(stage, 'refund of minutes', async () => {
      const { refundId } = await stage.call(node =>
        issueMinutesRefund(node.platform, hasLiveSession, request as never, key),
      )
      checkAnswer(stage, key.key, refundId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function setStatus(stage: Stage): Promise<void> {
  const { random, known, world } = stage
  if (known.orders.length === 0) return
  const { id } = random.pick(known.orders)
  const status = random.pick(['PENDING', 'PAID', 'PAID', 'CANCELLED', 'CANCELLED'] as const)
  await attempt(stage, `order to ${status}`, () =>
    stage.call(node => updateOrderStatus(node.platform, world.adminId, id, status, {})),
  )
}

async function countStock(stage: Stage): Promise<void> {
  const { random, world } = stage
  const productId = random.pick(world.productIds)
  const save = () => {
    const count = { stock: random.int(0, 8), by: world.adminId }
    return attempt(stage, 'count', () =>
      stage.call(({ platform }) => platform.db.transaction(tx => setCountedStock(tx, productId, count))),
    )
  }
  // While many order, and often at the same time as somebody else.
  if (random.chance(0.5)) await waitForRush(stage)
  await Promise.all([save(), random.chance(0.5) ? save() : null])
}

async function adjust(stage: Stage): Promise<void> {
  const { random, world } = stage
  const change = {
    userId: random.pick(world.customers).id,
    minutes: random.pick([-3, -1, 1, 4]),
    reason: 'Telling',
  }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'adjust', input: change }
  const send = () =>
    attempt(stage, 'adjustment', async () => {
      const { entryId } = await stage.call(node => adjustMinuteBalance(node.platform, key, change as never))
      checkAnswer(stage, key.key, entryId)
    })
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function changeCredit(stage: Stage): Promise<void> {
  const { random, world } = stage
  const change = {
    userId: random.pick(world.customers).id,
    amount: random.pick([-500, 1, 700, 1500]),
    reason: 'Gebaar',
  }
  const key = { userId: world.adminId, key: randomUUIDv7(), operation: 'store credit', input: change }
  const send = () =>
    attempt(stage, 'change of credit', () =>
      stage.call(node => changeStoreCredit(node.platform, change, key)),
    )
  await Promise.all([send(), random.chance(0.3) ? send() : null])
}

async function blockCard(stage: Stage): Promise<void> {
  const { random, world } = stage
  const change = { cardId: random.pick(world.giftCards).id, reason: 'Verloren' }
  const isBlocked = random.chance(0.4)
  await attempt(stage, isBlocked ? 'blocking a card' : 'freeing a card', () =>
    stage.call(node => setGiftCardBlocked(node.platform, world.adminId, change, isBlocked)),
  )
}

async function stopSession(stage: Stage): Promise<void> {
  const { random, known, world } = stage
  if (known.sessions.length === 0) return
  const { id } = random.pick(known.sessions)
  await attempt(stage, 'stop of a session', () =>
    stage.call(node =>
      adminStopSession(
        { ...node.platform, sessionController: node.sessions },
        asUser(world.adminId, 'ADMIN'),
        id,
      ),
    ),
  )
}

async function resolve(stage: Stage): Promise<void> {
  const { random, world } = stage
  await attempt(stage, 'resolution of a refund', () =>
    stage.call(async ({ platform, payments }) => {
      const open = await listOpenRefundCases(platform.db, payments.effects)
      if (open.length > 0)
        await applyRefundResolution(platform, random.pick(open).id, 'SEND_AGAIN', world.adminId)
    }),
  )
}

/** A creator: declines, stops, changes the cap and takes a toy off the air. */
export async function createOnAir(stage: Stage): Promise<void> {
  const { random, plan, world } = stage
  const who = asUser(world.creatorId, 'MODEL')
  for (let count = 0; count < plan.actions; count += 1) {
    await stage.wait(random.int(0, 6000))
    const toyId = random.pick(world.toys).id
    const change = random.chance(0.6) ? { maxIntensity: random.int(1, 20) } : { onAir: random.chance(0.7) }
    const act = random.int(0, 3)
    await attempt(stage, 'creator', () =>
      stage.call<unknown>(node => {
        const context = { ...node.platform, sessionController: node.sessions }
        if (act === 0) return declineSessions(context, who)
        if (act === 1) return stopOwnSessions(context, who)
        return updateStudioToy(context, who, { toyId, ...change })
      }),
    )
  }
  // The others can go on.
  for (const { id: toyId } of world.toys)
    await attempt(stage, 'creator', () =>
      stage.call(node =>
        updateStudioToy({ ...node.platform, sessionController: node.sessions }, who, { toyId, onAir: true }),
      ),
    )
}
