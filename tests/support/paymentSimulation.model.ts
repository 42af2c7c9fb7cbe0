import type { ProblemCode } from '../../src/wire/problem.ts'
import type { PaymentStatus } from '../../src/money/payments/contract.ts'

/** The rules of money and stock a second time, as plain data and as simple as possible, to compare the shop with. */
export interface Model {
  now: number
  /** The stock of each product, held units included. */
  stock: [number, number]
  subjects: Subject[]
  attempts: Attempt[]
  spent: number
}

interface Order {
  kind: 'ORDER'
  pieces: [number, number]
  cents: number
  status: 'PENDING' | 'PAID' | 'CANCELLED'
  /** The end of its stock hold; null without one. */
  hold: number | null
  wasPaid: boolean
  /** Refunded units. */
  back: [number, number]
}

interface Purchase {
  kind: 'MINUTES'
  minutes: number
  cents: number
  status: 'PENDING' | 'PAID' | 'CANCELLED'
}

export type Subject = Order | Purchase

export interface Attempt {
  subject: Subject
  status: PaymentStatus
  /** The status at the provider; null for an unknown payment. */
  said: PaymentStatus | null
  madeAt: number
  startedAt: number
  settledAt: number | null
  /** The reconciler asks at a random time between these two. */
  askFrom: number
  askBy: number
  /** We have the provider's id. */
  isKnown: boolean
  /** We have the address to redirect the customer to. */
  hasUrl: boolean
  refunds: Refund[]
  /** The reconciler has checked it again after it was paid. */
  isLookedAt: boolean
}

export interface Refund {
  cents: number
  state: 'QUEUED' | 'SENT' | 'FAILED' | 'GIVEN'
  /** The provider's status of its last refund attempt. */
  there: 'NOTHING' | 'STANDING' | 'FAILED'
  /** A refund that a person made at the provider. */
  isExternal: boolean
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const PRICES = [1000, 700] as const
export const isFinalPayment = (status: PaymentStatus): boolean =>
  !['OPEN', 'PENDING', 'AUTHORIZED'].includes(status)

export const heldStock = ({ subjects }: Model, product: 0 | 1): number =>
  subjects.reduce(
    (sum, each) => sum + (each.kind === 'ORDER' && each.hold !== null ? each.pieces[product] : 0),
    0,
  )
export const minutesBalance = ({ subjects, spent }: Model): number =>
  subjects.reduce(
    (sum, each) => sum + (each.kind === 'MINUTES' && each.status === 'PAID' ? each.minutes : 0),
    0,
  ) - spent

/** The provider's current status: a payment that is unpaid after 15 minutes is expired. */
export const providerStatusOf = ({ now }: Model, { said, madeAt }: Attempt): PaymentStatus | null =>
  said && !isFinalPayment(said) && now >= madeAt + 15 * MINUTE ? 'EXPIRED' : said

const isShort = (model: Model, pieces: [number, number], product: 0 | 1): boolean =>
  model.stock[product] - heldStock(model, product) < pieces[product]

/** For a new hold: releases expired holds, product by product, until one is short nevertheless. */
const canHold = (model: Model, pieces: [number, number]): boolean =>
  ([0, 1] as const).every(product => {
    if (isShort(model, pieces, product)) releaseHolds(model, product)
    return !isShort(model, pieces, product)
  })

/** For a paid order: releases expired holds of all products that are short, at once. */
function canClaimForPaid(model: Model, pieces: [number, number]): boolean {
  const lacking = ([0, 1] as const).filter(product => isShort(model, pieces, product))
  for (const product of lacking) releaseHolds(model, product)
  return lacking.every(product => !isShort(model, pieces, product))
}

export function placeModelOrder(model: Model, pieces: [number, number]): ProblemCode | null {
  if (!canHold(model, pieces)) return 'INSUFFICIENT_STOCK'
  const cents = pieces[0] * PRICES[0] + pieces[1] * PRICES[1]
  const hold = model.now + 30 * MINUTE
  const order: Order = { kind: 'ORDER', pieces, cents, status: 'PENDING', hold, wasPaid: false, back: [0, 0] }
  model.subjects.push(order)
  startAttempt(model, order)
  return null
}

export function buyModelMinutes(model: Model, minutes: number, cents: number): void {
  const purchase: Purchase = { kind: 'MINUTES', minutes, cents, status: 'PENDING' }
  model.subjects.push(purchase)
  startAttempt(model, purchase)
}

export function payAgain(model: Model, order: Order): ProblemCode | null {
  if (order.status !== 'PENDING') return 'ORDER_NOT_PAYABLE'
  if (order.hold === null && !canHold(model, order.pieces)) return 'INSUFFICIENT_STOCK'
  order.hold = model.now + 30 * MINUTE
  startAttempt(model, order)
  return null
}

function startAttempt(model: Model, subject: Subject): void {
  const { now } = model
  const nothing = { isKnown: false, hasUrl: false, isLookedAt: false, settledAt: null, said: null, madeAt: 0 }
  const first = now + MINUTE
  model.attempts.push({
    subject,
    status: 'OPEN',
    startedAt: now,
    askFrom: first,
    askBy: first,
    refunds: [],
    ...nothing,
  })
}

/** The next check is after a tenth of its age, from 55 seconds to an hour, less up to a tenth. */
export function postponeCheck({ now }: Model, asked: Attempt): void {
  const tenth = asked.isKnown ? (now - asked.startedAt) / 10 : 0
  const pause = Math.max(55_000, Math.min(60 * MINUTE, tenth))
  Object.assign(asked, { askFrom: now + 0.9 * pause, askBy: now + pause })
}

/** The attempt is created at the provider, once; its answer may be lost. */
export function createAtProvider(model: Model, made: Attempt, isHeard: boolean): void {
  if (made.said === null) Object.assign(made, { said: 'OPEN', madeAt: model.now })
  if (isHeard) Object.assign(made, { isKnown: true, hasUrl: true })
}

/** Cents that are refunded or owed. */
export const refundedCents = ({ refunds }: Attempt): number =>
  refunds.reduce((sum, { cents }) => sum + cents, 0)

const queueRefund = ({ refunds }: Attempt, cents: number): void =>
  void refunds.push({ cents, state: 'QUEUED', there: 'NOTHING', isExternal: false })

/** Sends the refund that the provider does not know yet, or reads the one that it knows. */
export function sendToProvider(refund: Refund, isHeard: boolean): void {
  if (refund.there === 'NOTHING') refund.there = 'STANDING'
  if (isHeard) refund.state = refund.there === 'STANDING' ? 'SENT' : 'FAILED'
}

/** The provider's refunds. */
export function receiveRefunds({ status, refunds }: Attempt): void {
  for (const refund of status === 'PAID' ? refunds : []) {
    if (refund.there === 'FAILED' && refund.state !== 'GIVEN') refund.state = 'FAILED'
    if (refund.there === 'STANDING' && refund.state === 'QUEUED') refund.state = 'SENT'
  }
}

/** Checks a payment again a day after it was paid. */
export function recheckPaid({ now, attempts }: Model, isHeard: boolean): void {
  for (const each of attempts) {
    const isDue = each.status === 'PAID' && !each.isLookedAt && now >= Number(each.settledAt) + DAY
    if (!isDue) continue
    each.isLookedAt = true
    if (isHeard) receiveRefunds(each)
  }
}

/** Applies the provider's status, once. */
export function receiveStatus(model: Model, heard: Attempt): void {
  heard.isKnown = true
  const said = providerStatusOf(model, heard) as PaymentStatus
  const isNews = isFinalPayment(heard.status)
    ? heard.status !== 'PAID' && said === 'PAID'
    : said !== heard.status
  if (!isNews || (said === 'OPEN' && heard.status === 'PENDING')) return
  heard.status = said
  heard.settledAt = isFinalPayment(said) ? model.now : null
  if (said === 'PAID') applyPaid(model, heard)
  else if (isFinalPayment(said)) applyUnpaid(model, heard)
}

export function expireUnknown(model: Model, unheard: Attempt): void {
  Object.assign(unheard, { status: 'EXPIRED', settledAt: model.now })
  applyUnpaid(model, unheard)
}

function applyPaid(model: Model, payment: Attempt): void {
  const { subject } = payment
  const isDue = subject.kind === 'ORDER' ? !subject.wasPaid : subject.status !== 'PAID'
  const isDone = isDue && (subject.kind === 'MINUTES' || claimStock(model, subject))
  if (isDone) subject.status = 'PAID'
  else {
    queueRefund(payment, subject.cents)
    if (isDue) subject.status = 'CANCELLED'
  }
}

function claimStock(model: Model, order: Order): boolean {
  if (order.hold === null && !canClaimForPaid(model, order.pieces)) return false
  order.hold = null
  order.wasPaid = true
  model.stock = [model.stock[0] - order.pieces[0], model.stock[1] - order.pieces[1]]
  return true
}

function applyUnpaid({ attempts }: Model, payment: Attempt): void {
  const { subject } = payment
  // Only the newest attempt may end an order.
  const newest = attempts.findLast(each => each.subject === subject)
  if (subject.status !== 'PENDING' || newest !== payment) return
  subject.status = 'CANCELLED'
  if (subject.kind === 'ORDER') subject.hold = null
}

/** Releases expired holds: all of them, or those of the orders with a product. */
export function releaseHolds({ now, subjects }: Model, product?: 0 | 1): void {
  for (const each of subjects) {
    const isMeant = each.kind === 'ORDER' && (product === undefined || each.pieces[product] > 0)
    if (isMeant && each.hold !== null && each.hold <= now) each.hold = null
  }
}

/** The full remainder, an amount without a line, or one unit of the first line with units left. */
export type RefundScope = 'all' | 'amount' | 'piece'
export const PARTIAL_CENTS = 300

export function refundModelOrder(
  model: Model,
  order: Order,
  back: RefundScope,
  restock: boolean,
): ProblemCode | null {
  const came = model.attempts
    .filter(({ subject, status }) => subject === order && status === 'PAID')
    .sort((a, b) => Number(a.settledAt) - Number(b.settledAt))
  const left = (each: Attempt) => order.cents - refundedCents(each)
  const from = came.find(each => left(each) > 0) ?? came[0]
  if (!from) return 'ORDER_NOT_PAID'
  const line = refundableLine(order)
  const cents = back === 'all' ? left(from) : back === 'amount' ? PARTIAL_CENTS : PRICES[line]
  if (cents < 1 || cents > left(from) || (back === 'piece' && order.back[line] === order.pieces[line]))
    return 'REFUND_TOO_LARGE'
  queueRefund(from, cents)
  const ends = left(from) === 0 && order.status === 'PAID'
  for (const product of [0, 1] as const) {
    const rest = order.pieces[product] - order.back[product]
    const taken = back === 'all' || ends ? rest : back === 'piece' && product === line ? 1 : 0
    order.back[product] += taken
    if (restock) model.stock[product] += taken
  }
  if (ends) order.status = 'CANCELLED'
  return null
}

/** The line of which a unit is refunded: the first with units left, else the first of the order. */
export const refundableLine = ({ pieces, back }: Pick<Order, 'pieces' | 'back'>): 0 | 1 =>
  pieces[0] > back[0] ? 0 : pieces[1] > back[1] || pieces[0] === 0 ? 1 : 0
