import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readControlSession, sendCommand, startControl } from '../../../src/live/sessions/contract.ts'
import type { TestClient, TestResponse } from '../../support/shop.ts'
import type { Person, PreparedShop } from './shop.ts'

/** A browser gives up sooner. */
const PATIENCE_MS = 30_000
const PACKAGE = { packageId: 'quick', minutes: 5, price: 1000 }

/** One thing that a person wants to buy, and the steps acknowledged so far. */
export interface Purchase {
  kind: 'order' | 'minutes'
  person: Person
  node: 0 | 1
  key: string
  input: object
  /** The order's or purchase's id, once the shop answered with it. */
  id?: string
  paymentUrl?: string
  /** Where the provider sent the payer, once it has the money. */
  returnPath?: string
  /** Whether the shop said that it is paid. */
  isPaid: boolean
  /** The last refusal, to explain why it was never completed. */
  refusal?: string
}

/** The answers to the clients. */
export interface Ledger {
  purchases: Purchase[]
  /** Minutes that a session said were used, the highest by session. */
  used: Map<string, number>
  /** When each node last acknowledged an order, and when that was asked. */
  sales: { node: 0 | 1; askedAt: number; at: number }[]
  commands: { node: 0 | 1; askedAt: number; at: number; status: number }[]
  /** Answers that no outage explains. */
  faults: string[]
}

export const createLedger = (): Ledger => ({
  purchases: [],
  used: new Map(),
  sales: [],
  commands: [],
  faults: [],
})

/** Sends a request; nothing when the connection broke or the node is unavailable. */
export async function attempt<T>(
  ledger: Ledger,
  what: string,
  allowed: number[],
  send: () => Promise<TestResponse<T>>,
): Promise<TestResponse<T> | null> {
  const late = pause(PATIENCE_MS, null, { ref: false })
  const answer = await Promise.race([send(), late]).catch(() => null)
  if (answer === null || answer.status === 503 || isOfProxy(answer)) return null
  if (allowed.includes(answer.status)) return answer
  ledger.faults.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return null
}

/** A proxy says so when its connection to a node breaks during a request. */
const isOfProxy = ({ status, body }: TestResponse): boolean => status === 502 && body === ''

const statusOk = 200
const created = 201
/** The same key is being handled still. */
const conflict = 409
const tooFewMinutes = 402
const redirected = [302, 303]

interface CheckoutAnswer {
  code?: string
  price?: number
  minutes?: number
  orderId?: string
  purchaseId?: string
  paymentUrl?: string
}

/** Takes a purchase one step further. @returns whether it is complete */
async function advance(ledger: Ledger, purchase: Purchase): Promise<boolean> {
  const { kind, person, node, key, input } = purchase
  const client = person.at[node]
  if (purchase.paymentUrl === undefined) {
    const path = kind === 'order' ? '/api/cart/checkout' : '/api/purchase-minutes'
    const askedAt = Date.now()
    const answer = await attempt(ledger, path, [created, conflict], () =>
      client.request('POST', path, input, { 'idempotency-key': key }),
    )
    const { code, price, minutes, orderId, purchaseId, paymentUrl } = (answer?.body ?? {}) as CheckoutAnswer
    // In a session minutes have another price.
    if (code === 'PRICE_CHANGED') purchase.input = { ...input, price, minutes }
    if (code) purchase.refusal = code
    const id = orderId ?? purchaseId
    if (id) purchase.id = id
    if (answer?.status !== created) return false
    purchase.paymentUrl = paymentUrl as string
    ledger.sales.push({ node, askedAt, at: Date.now() })
  }
  purchase.returnPath ??= await pay(purchase.paymentUrl)
  const { returnPath } = purchase
  const back = await attempt(ledger, returnPath, redirected, () => client.request('GET', returnPath))
  const location = back?.headers.get('location') ?? ''
  purchase.isPaid = location.includes('payment=success')
  return purchase.isPaid
}

async function pay(paymentUrl: string): Promise<string> {
  const body = new URLSearchParams({ outcome: 'paid' })
  const page = await fetch(paymentUrl, { method: 'POST', redirect: 'manual', body })
  const { pathname, search } = new URL(page.headers.get('location') ?? '')
  return pathname + search
}

async function complete(ledger: Ledger, purchase: Purchase, isOver: () => boolean): Promise<void> {
  while (!(await advance(ledger, purchase)) && !isOver()) await pause(200)
}

/** Buys until it is over, at one node: an order, an order, minutes, and so on. */
async function buy(ledger: Ledger, person: Person, node: 0 | 1, prepared: PreparedShop, over: AbortSignal) {
  for (let count = 0; !over.aborted; count += 1) {
    const purchase: Purchase = { ...newPurchase(person, node, prepared, count % 3 === 2), isPaid: false }
    ledger.purchases.push(purchase)
    await complete(ledger, purchase, () => over.aborted)
    await pause(randomInt(50, 400))
  }
}

function newPurchase(person: Person, node: 0 | 1, { productIds }: PreparedShop, isMinutes: boolean) {
  const shared = { person, node, key: randomUUID() }
  if (isMinutes) return { ...shared, kind: 'minutes' as const, input: PACKAGE }
  const productId = productIds[randomInt(productIds.length)]
  const items = [{ productId, quantity: 1 + randomInt(2) }]
  return { ...shared, kind: 'order' as const, input: { items, addressId: person.addressId } }
}

/** Controls a toy until it is over; the heartbeats and commands of the second go to the node that does not have the session. */
async function control(
  ledger: Ledger,
  person: Person,
  index: 0 | 1,
  prepared: PreparedShop,
  over: AbortSignal,
) {
  const node = index === 0 ? 0 : 1
  const toyDeviceId = prepared.toyIds[index]
  const starter = person.at[0]
  const sender: TestClient = person.at[node]
  const buyMinutes = async () => {
    const purchase: Purchase = { ...newPurchase(person, node, prepared, true), isPaid: false }
    ledger.purchases.push(purchase)
    await complete(ledger, purchase, () => over.aborted)
  }
  await buyMinutes()
  while (!over.aborted) {
    const beat = await attempt(ledger, 'session', [statusOk], () => sender.call(readControlSession))
    const session = beat?.body
    if (session) noteUsed(ledger, session)
    // The last two minutes can't be played: the session waits for more of them.
    if (session?.lowBalance) await buyMinutes()
    if (beat && (!session || session.status === 'STOPPED')) {
      const answer = await attempt(ledger, 'start', [created, tooFewMinutes, conflict], () =>
        starter.call(startControl, { toyDeviceId }),
      )
      if (answer?.status === tooFewMinutes) await buyMinutes()
    } else if (session?.status === 'ACTIVE') {
      const askedAt = Date.now()
      const command = { toyDeviceId, command: 'vibrate', intensity: 1 + randomInt(20) }
      const answer = await attempt(ledger, 'command', [statusOk, tooFewMinutes, 404, conflict, 502], () =>
        sender.call(sendCommand, command),
      )
      if (answer?.status === tooFewMinutes) await buyMinutes()
      ledger.commands.push({ node, askedAt, at: Date.now(), status: answer?.status ?? 503 })
    }
    await pause(200)
  }
}

function noteUsed(ledger: Ledger, { id, minutesUsed }: { id: string; minutesUsed: number }): void {
  const before = ledger.used.get(id) ?? 0
  if (minutesUsed < before)
    ledger.faults.push(`session ${id}: ${minutesUsed} minutes used after ${before} were acknowledged`)
  ledger.used.set(id, Math.max(before, minutesUsed))
}

/** Starts everybody. @returns a function that stops them, and then completes begun purchases */
export function startLoad(prepared: PreparedShop, ledger: Ledger): () => Promise<void> {
  const over = new AbortController()
  const all = [
    ...prepared.buyers.map((person, index) =>
      buy(ledger, person, (index % 2) as 0 | 1, prepared, over.signal),
    ),
    ...prepared.controllers.map((person, index) =>
      control(ledger, person, index as 0 | 1, prepared, over.signal),
    ),
  ]
  return async () => {
    over.abort()
    await Promise.all(all)
    const deadline = Date.now() + 60_000
    for (const purchase of ledger.purchases)
      if (!purchase.isPaid) await complete(ledger, purchase, () => Date.now() > deadline)
  }
}
