import type { ProblemCode } from '../../src/wire/problem.ts'
import type { PaymentStatus } from '../../src/money/payments/contract.ts'

/** The rules of money and stock a second time, as plain data and as simple as possible, to compare the shop with. */
export interface Model {
  now: number
  /** The stock of each product, held units included. */
  stock: [number, number]
  subjects: Subject[]
  attempts: Attempt[]
  /** Whether the provider is Verotel, which knows nothing of a payment until it is paid, tells of events by postbacks, and makes no refunds for us. */
  isSilent: boolean
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
  /** Credited, and neither spent nor taken back. */
  left: number
  /** The oldest are spent first. */
  creditedAt: number
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
  /** It expired because the provider was silent, and is asked about for some time more. */
  isLate: boolean
  /** The reconciler asks at a random time between these two. */
  askFrom: number
  askBy: number
  /** We have the provider's id. */
  isKnown: boolean
  /** We have the address to redirect the customer to. */
  hasUrl: boolean
  refunds: Refund[]
  /** Of a silent provider: all that it would tell, in the order in which it happened. */
  events: ProviderEvent[]
  /** The reconciler has checked it again after it was paid. */
  isLookedAt: boolean
}

/** A sale, credit or chargeback at a silent provider. */
export interface ProviderEvent {
  kind: 'SALE' | 'CREDIT' | 'CHARGEBACK'
  cents: number
  /** When the shop stored its postback; null before that. */
  storedAt: number | null
  /** Whether the shop has applied it. */
  isHeard: boolean
}

export interface Refund {
  cents: number
  state: 'QUEUED' | 'SENT' | 'FAILED' | 'GIVEN'
  /** The provider's status of its last refund attempt. */
  there: 'NOTHING' | 'STANDING' | 'FAILED'
  /** A refund that a person made at the provider. */
  isExternal: boolean
  isTried: boolean
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

/** The provider's current status: a payment that is unpaid after 15 minutes is expired. */
export const providerStatusOf = ({ now, isSilent }: Model, { said, madeAt }: Attempt): PaymentStatus | null =>
  said && !isSilent && !isFinalPayment(said) && now >= madeAt + 15 * MINUTE ? 'EXPIRED' : said

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
  const purchase: Purchase = { kind: 'MINUTES', minutes, cents, status: 'PENDING', left: 0, creditedAt: 0 }
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
  const nothing = { isKnown: false, hasUrl: false, isLookedAt: false, isLate: false, settledAt: null }
  const first = now + MINUTE
  model.attempts.push({
    subject,
    status: 'OPEN',
    startedAt: now,
    askFrom: first,
    askBy: first,
    said: null,
    madeAt: 0,
    refunds: [],
    events: [],
    ...nothing,
  })
}

/** The next check is after a tenth of its age, from 55 seconds to an hour, less up to a tenth. */
export function postponeCheck({ now }: Model, asked: Attempt): void {
  const tenth = asked.isKnown ? (now - asked.startedAt) / 10 : 0
  const pause = Math.max(55_000, Math.min(60 * MINUTE, tenth))
  Object.assign(asked, { askFrom: now + 0.9 * pause, askBy: now + pause })
}

/** Whether the reconciler asks about it. */
export const isPolled = ({ settledAt, status, isLate }: Attempt): boolean =>
  settledAt === null || (status === 'EXPIRED' && isLate)

/** The next check of one that expired in silence; the last is a day after that. */
export function postponeLateCheck(model: Model, asked: Attempt): void {
  if (model.now >= Number(asked.settledAt) + DAY) asked.isLate = false
  else postponeCheck(model, asked)
}

/** The attempt is created at the provider, once; its answer may be lost. */
export function createAtProvider(model: Model, made: Attempt, isHeard: boolean): void {
  if (made.said === null) Object.assign(made, { said: 'OPEN', madeAt: model.now })
  if (isHeard) Object.assign(made, { isKnown: true, hasUrl: true })
}

/** The buyer pays on the payment page. */
export function payAtProvider({ isSilent }: Model, paid: Attempt): void {
  paid.said = 'PAID'
  if (isSilent) paid.events.push({ kind: 'SALE', cents: paid.subject.cents, storedAt: null, isHeard: false })
}

/** Cents of chargebacks that the shop knows. */
export const chargedBackCents = ({ events }: Attempt): number =>
  events.reduce((sum, { kind, isHeard, cents }) => sum + (kind === 'CHARGEBACK' && isHeard ? cents : 0), 0)

/** Cents of refunds and credits at the provider, whether the shop knows them or not. */
export const givenBackCents = ({ refunds, events }: Attempt): number => {
  const credits = events.filter(({ kind, isHeard }) => kind === 'CREDIT' && !isHeard)
  const standing = refunds.filter(({ there }) => there === 'STANDING')
  return [...credits, ...standing].reduce((sum, { cents }) => sum + cents, 0)
}

/** The events whose postbacks the shop has, in the order in which they came. */
export const storedEvents = ({ events }: Attempt): ProviderEvent[] =>
  events
    .filter(({ storedAt }) => storedAt !== null)
    .sort((one, other) => Number(one.storedAt) - Number(other.storedAt))

/** Cents that are refunded or owed. */
export const refundedCents = ({ refunds }: Attempt): number =>
  refunds.reduce((sum, { cents }) => sum + cents, 0)

const queueRefund = ({ refunds }: Attempt, cents: number): void =>
  void refunds.push({ cents, state: 'QUEUED', there: 'NOTHING', isExternal: false, isTried: false })

/** A refund that a person made at the provider. */
export const addExternalRefund = ({ refunds }: Attempt, cents: number): void =>
  void refunds.push({ cents, state: 'SENT', there: 'STANDING', isExternal: true, isTried: false })

/** Sends the refund that the provider does not know yet, or reads the one that it knows; a silent provider makes none. */
export function sendToProvider({ isSilent }: Model, refund: Refund, isHeard: boolean): void {
  refund.isTried = true
  if (isSilent) {
    refund.state = 'FAILED'
    return
  }
  if (refund.there === 'NOTHING') refund.there = 'STANDING'
  if (isHeard) refund.state = refund.there === 'STANDING' ? 'SENT' : 'FAILED'
}

/** The provider's refunds. */
export function receiveRefunds(attempt: Attempt): void {
  const { status, refunds } = attempt
  if (status === 'PAID') hearEvents(attempt)
  for (const refund of status === 'PAID' ? refunds : []) {
    if (refund.there === 'FAILED' && refund.state !== 'GIVEN') refund.state = 'FAILED'
    if (refund.there === 'STANDING' && refund.state === 'QUEUED') refund.state = 'SENT'
  }
}

/** Applies the events that are stored. */
function hearEvents(attempt: Attempt): void {
  const news = storedEvents(attempt).filter(({ kind, isHeard }) => kind !== 'SALE' && !isHeard)
  for (const each of news) each.isHeard = true
  for (const { kind, cents } of news) {
    if (kind === 'CHARGEBACK') continue
    const own = findOwnRefund(attempt, cents)
    if (own) Object.assign(own, { state: 'SENT', there: 'STANDING' })
    else addExternalRefund(attempt, cents)
    const { subject } = attempt
    const isWhole = refundedCents(attempt) + chargedBackCents(attempt) >= subject.cents
    if (!own && isWhole && subject.kind === 'MINUTES') subject.left = 0
  }
}

/**
 * The refund of ours that a credit makes: an admin was told of it, or has noted it already; or there is no money left for both.
 */
export function findOwnRefund(attempt: Attempt, cents: number): Refund | undefined {
  const { refunds, subject } = attempt
  const own = refunds.filter(each => each.there === 'NOTHING' && each.cents === cents)
  const gone = refunds.reduce((sum, each) => sum + (each.state === 'FAILED' ? 0 : each.cents), cents)
  const isTooMuch = gone > subject.cents - chargedBackCents(attempt)
  return (
    own.find(({ state }) => state === 'FAILED' || state === 'GIVEN') ??
    own.find(({ isTried }) => isTried || isTooMuch)
  )
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
  const isSilence = model.isSilent && heard.said === 'OPEN'
  if (isSilence && model.now - heard.startedAt < 60 * MINUTE) return
  const said = isSilence ? 'EXPIRED' : (providerStatusOf(model, heard) as PaymentStatus)
  const isNews = isFinalPayment(heard.status)
    ? heard.status !== 'PAID' && said === 'PAID'
    : said !== heard.status
  if (!isNews || (said === 'OPEN' && heard.status === 'PENDING')) return
  heard.status = said
  heard.settledAt = isFinalPayment(said) ? model.now : null
  heard.isLate = isSilence
  if (isSilence) Object.assign(heard, { askFrom: model.now, askBy: model.now })
  if (said === 'PAID') applyPaid(model, heard)
  else if (isFinalPayment(said)) applyUnpaid(model, heard)
}

export function expireUnknown(model: Model, unheard: Attempt): void {
  Object.assign(unheard, { status: 'EXPIRED', settledAt: model.now })
  applyUnpaid(model, unheard)
}

function applyPaid(model: Model, payment: Attempt): void {
  const { subject } = payment
  if (isReturned(payment)) {
    applyUnpaid(model, payment)
    queueRefund(payment, centsToRefund(payment))
    return
  }
  const isDue = subject.kind === 'ORDER' ? !subject.wasPaid : subject.status !== 'PAID'
  const isDone = isDue && (subject.kind === 'MINUTES' || claimStock(model, subject))
  if (isDone) subject.status = 'PAID'
  if (isDone && subject.kind === 'MINUTES')
    Object.assign(subject, { left: subject.minutes, creditedAt: model.now })
  if (!isDone) {
    queueRefund(payment, centsToRefund(payment))
    if (isDue) subject.status = 'CANCELLED'
  }
}

/** The provider gave all of it back by itself: the shop never took the postback of the sale. */
function isReturned(payment: Attempt): boolean {
  const stored = storedEvents(payment)
  const back = stored.reduce((sum, { cents }) => sum + cents, 0)
  return stored.length > 0 && stored.every(({ kind }) => kind !== 'SALE') && back === payment.subject.cents
}

/** The rest; when all was given back already, the newest part of it, which then is ours. */
function centsToRefund(payment: Attempt): number {
  const credits = storedEvents(payment).filter(({ kind }) => kind === 'CREDIT')
  const left = credits.reduce((sum, { cents }) => sum - cents, payment.subject.cents)
  return left > 0 ? left : (credits.at(-1)?.cents ?? left)
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
  const left = (each: Attempt) => order.cents - refundedCents(each) - chargedBackCents(each)
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
