import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { users } from '../../src/people/accounts/table.ts'
import { products } from '../../src/shop/products/catalog/table.ts'
import { retryOrderPayment } from '../../src/shop/orders/payAgain.service.ts'
import { beginMinutesPurchase } from '../../src/money/minutes/purchase.service.ts'
import { issueOrderRefund } from '../../src/shop/orders/refunds/service.ts'
import { resolveReturnPath } from '../../src/money/payments/return.service.ts'
import { submitCheckout } from '../../src/shop/checkout/service.ts'
import { settlePaymentByProviderId } from '../../src/money/payments/settle.service.ts'
import { hasLiveSession } from '../../src/live/sessions/service.ts'
import { spendMinutes } from '../../src/money/minutes/service.ts'
import { minutePurchases } from '../../src/money/minutes/table.ts'
import { orderItems, orders } from '../../src/shop/orders/table.ts'
import type { RefundResolution, RefundState } from '../../src/money/payments/contract.ts'
import { refundState } from '../../src/money/payments/refund.rules.ts'
import { chargebacks, payments, refunds } from '../../src/money/payments/table.ts'
import { Problem, type ProblemCode } from '../../src/wire/problem.ts'
import { addProduct } from './fixtures.ts'
import { insertCustomer, type PaymentSimulation } from './paymentSimulation.ts'
import {
  PARTIAL_CENTS,
  chargedBackCents,
  givenBackCents,
  heldStock,
  type RefundScope,
  type Model,
  PRICES,
} from './paymentSimulation.model.ts'
import { minutesBalance } from './paymentSimulation.minutes.ts'
import { applyRefundResolution } from '../../src/money/payments/admin/refundResolution.service.ts'

/** One customer, two products, and all their orders: the real side of `paymentSimulation.model.ts`, in the same order. */
export async function openPaymentScenario(till: PaymentSimulation, stock: [number, number]) {
  const { platform, gateways, engine } = till
  const { db } = platform
  const { userId, addressId } = await insertCustomer(platform)
  const ids = await Promise.all(
    PRICES.map(async (price, at) => (await addProduct(platform, { price, stock: stock[at] as number })).id),
  )
  /** The orders and purchases, each with the call that repeats its request. */
  const subjects: { id: string; repeat: () => Promise<unknown> }[] = []
  const subjectIds = () => subjects.map(({ id }) => id)
  const attempts = () =>
    db
      .select()
      .from(payments)
      .where(inArray(payments.subjectId, subjectIds()))
      .orderBy(asc(payments.createdAt))

  const providerIdOf = async (attempt: number): Promise<string> => {
    const paymentId = (await attempts())[attempt]?.id as string
    return (await till.side.providerIdOf(paymentId)) as string
  }

  const refundsOf = async () => {
    const ids = (await attempts()).map(({ id }) => id)
    return db.select().from(refunds).where(inArray(refunds.paymentId, ids))
  }

  /** Adds an order or purchase, also when only its payment failed. @returns the problem's code; null on success */
  async function add(ask: () => Promise<{ id: string }>): Promise<ProblemCode | null> {
    try {
      subjects.push({ id: (await ask()).id, repeat: ask })
      return null
    } catch (error) {
      const { details } = error as Problem
      const id = details['orderId'] ?? details['purchaseId']
      if (typeof id === 'string') subjects.push({ id, repeat: ask })
      return codeOf(error)
    }
  }

  return {
    userId,
    place: (pieces: [number, number]) => {
      const items = ids.flatMap((productId, at) => (pieces[at] ? [{ productId, quantity: pieces[at] }] : []))
      const basket = { items, addressId, hasTracking: false, comments: null }
      const key = { userId, key: randomUUID(), operation: 'checkout', input: basket }
      return add(async () => ({ id: (await submitCheckout(platform, gateways, basket, key)).orderId }))
    },
    buy: (choice: { packageId: string; minutes: number; price: number }) => {
      const key = { userId, key: randomUUID(), operation: 'minutes', input: choice }
      return add(async () => ({
        id: (
          await beginMinutesPurchase(
            platform,
            gateways,
            { hasLiveSession, setPaying: async () => undefined },
            choice,
            key,
          )
        ).purchaseId,
      }))
    },
    async repeat(subject: number) {
      // Repeating a payment returns its current status, overdue or not.
      await till.side.catchUp()
      return codeFrom(subjects[subject]?.repeat())
    },
    payAgain: (subject: number) =>
      codeFrom(retryOrderPayment(platform, gateways, userId, subjects[subject]?.id as string)),
    providerIdOf,
    /** Settles an attempt so often at once, as webhooks and jobs do. */
    async settle(attempt: number, times: number): Promise<(ProblemCode | null)[]> {
      const providerId = await providerIdOf(attempt)
      const once = () => codeFrom(settlePaymentByProviderId(engine, till.side.gateway.name, providerId))
      return Promise.all(Array.from({ length: times }, once))
    },
    async comeBack(attempt: number): Promise<string | null> {
      const paymentId = (await attempts())[attempt]?.id as string
      const path = await resolveReturnPath(engine, paymentId, {
        userId,
        role: 'USER',
        sessionId: '',
      })
      return new URL(path, 'http://shop').searchParams.get('payment')
    },
    /** The buyer pays on the payment page. */
    async payAt(attempt: number) {
      const checkoutUrl = (await attempts())[attempt]?.checkoutUrl ?? null
      await till.side.pay(await providerIdOf(attempt), checkoutUrl)
    },
    spend: (minutes: number) => db.transaction(tx => spendMinutes(tx, userId, randomUUID(), minutes)),
    async refund(subject: number, back: RefundScope, line: 0 | 1, restock: boolean) {
      const orderId = subjects[subject]?.id as string
      const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
      const itemId = lines.find(({ productId }) => productId === ids[line])?.id as string
      const what = {
        all: {},
        amount: { amount: PARTIAL_CENTS },
        piece: { items: [{ itemId, quantity: 1 }] },
      }[back]
      const key = { userId, key: null, operation: 'refund', input: null }
      return codeFrom(issueOrderRefund(platform, { orderId, restock, reason: null, ...what }, key))
    },
    /** Tries to send each pending refund once. */
    async send(): Promise<(ProblemCode | null)[]> {
      const waiting = (await refundsOf()).filter(each => refundState(each, true) === 'QUEUED')
      return Promise.all(waiting.map(({ id }) => codeFrom(till.send(id))))
    },
    /** An attempt's refund of this amount and status. */
    async refundOf(attempt: number, cents: number, state: RefundState): Promise<string> {
      const paymentId = (await attempts())[attempt]?.id as string
      const found = (await refundsOf()).find(
        each =>
          each.paymentId === paymentId && each.amountCents === cents && refundState(each, true) === state,
      )
      return found?.id as string
    },
    mend: (refundId: string, how: RefundResolution) => applyRefundResolution(platform, refundId, how, userId),
    /** Everything in the model, as the database has it. */
    async state() {
      const [shelf, bought, purchased, tried, back, who, standing, lost] = await Promise.all([
        db.select().from(products).where(inArray(products.id, ids)),
        db.select().from(orders).where(eq(orders.userId, userId)),
        db.select().from(minutePurchases).where(eq(minutePurchases.userId, userId)),
        attempts(),
        refundsOf(),
        db.select({ minutes: users.minutesBalance }).from(users).where(eq(users.id, userId)),
        till.side.givenBack(),
        db.select().from(chargebacks),
      ])
      const status = new Map([...bought, ...purchased].map(each => [each.id, each.status]))
      const returned = (paymentId: string) =>
        back
          .filter(each => each.paymentId === paymentId)
          .map(each => `${each.amountCents} ${refundState(each, true)}${each.isExternal ? ' external' : ''}`)
          .sort()
      return {
        products: ids
          .map(id => shelf.find(each => each.id === id))
          .map(each => [each?.stock, each?.reservedStock]),
        subjects: subjects.map(({ id }) => status.get(id)),
        attempts: tried.map(each => [
          each.status,
          each.providerId !== null,
          returned(each.id),
          standing.get(each.id) ?? 0,
          lost.reduce(
            (sum, { paymentId, amountCents }) => sum + (paymentId === each.id ? amountCents : 0),
            0,
          ),
        ]),
        balance: who[0]?.minutes,
      }
    },
  }
}

export type PaymentScenario = Awaited<ReturnType<typeof openPaymentScenario>>

/** The expected value of `Scene.state`. */
export const expectedState = (model: Model): Awaited<ReturnType<PaymentScenario['state']>> => ({
  products: ([0, 1] as const).map(product => [model.stock[product], heldStock(model, product)]),
  subjects: model.subjects.map(({ status }) => status),
  attempts: model.attempts.map(attempt => [
    attempt.status,
    attempt.isKnown,
    attempt.refunds
      .map(({ cents, state, isExternal }) => `${cents} ${state}${isExternal ? ' external' : ''}`)
      .sort(),
    givenBackCents(attempt),
    chargedBackCents(attempt),
  ]),
  balance: minutesBalance(model),
})

const codeFrom = async (work: Promise<unknown> | undefined): Promise<ProblemCode | null> => {
  try {
    await work
    return null
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): ProblemCode {
  if (error instanceof Problem) return error.code
  throw error
}
