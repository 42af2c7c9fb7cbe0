import type { PaymentStatus, ProviderPayment, ProviderRefund } from '../../src/money/payments/contract.ts'
import type { PaymentProvider } from '../../src/money/payments/provider.gateway.ts'
import { Problem } from '../../src/wire/problem.ts'
import { sendRequestTo, type RequestFaults } from './messages.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Life, VirtualTime } from './virtualTime.ts'

interface PaymentThere {
  id: string
  paymentId: string
  amountCents: number
  status: PaymentStatus
  chargedBackCents: number
  refunds: ProviderRefund[]
  /** Whether a buyer has its page. */
  isShown: boolean
}

/** How often the provider misbehaves; all are probabilities. */
export interface ProviderFaults extends RequestFaults {
  webhookLost: number
  webhookDoubled: number
  /** A refund is refused for good. */
  refundRefused: number
}

const PAGE = 'http://pay.test/'
/** Milliseconds that a webhook takes at most. */
const WEBHOOK_MS = 4000
const TIMEOUT_MS = 10_000
/** Milliseconds before a webhook is repeated that no node took, and how often. */
const WEBHOOK_PAUSE_MS = 60_000
const WEBHOOK_ATTEMPTS = 10

/** The payment provider: the truth about payments, behind messages that may be lost, doubled, late and out of order. */
export class PaymentProviderModel {
  readonly payments = new Map<string, PaymentThere>()
  readonly faults: ProviderFaults
  /** Someone has refunded in its dashboard, perhaps the same payment as the shop: people then have to look at the money. */
  hasRefundsByHand = false
  /** Receives each webhook. @returns whether a node took it */
  onWebhook: (providerId: string) => Promise<boolean> = () => Promise.resolve(false)
  readonly #scheduler: Scheduler
  readonly #random: Random
  readonly #time: VirtualTime
  #last = 0

  constructor(scheduler: Scheduler, time: VirtualTime, random: Random, faults: ProviderFaults) {
    this.#scheduler = scheduler
    this.#time = time
    this.#random = random
    this.faults = faults
  }

  /** The shop's client of the provider. */
  gatewayOf(life: Life): PaymentProvider {
    return {
      name: 'mollie',
      create: ({ paymentId, amountCents }) =>
        this.#request(life, `create ${paymentId.slice(-4)}`, () => {
          const known = [...this.payments.values()].find(each => each.paymentId === paymentId)
          const id = known?.id ?? `tr_${(this.#last += 1)}`
          if (!known)
            this.payments.set(id, {
              id,
              paymentId,
              amountCents,
              status: 'OPEN',
              chargedBackCents: 0,
              refunds: [],
              isShown: false,
            })
          return { providerId: id, checkoutUrl: PAGE + id }
        }),
      fetch: (providerId, timeoutMs) =>
        this.#request(life, `fetch ${providerId}`, () => this.#read(providerId), timeoutMs),
      refund: ({ refundId, attempt, providerId, amountCents }) =>
        this.#request(life, `refund of ${providerId}`, () =>
          this.#refund(refundId, attempt, providerId, amountCents),
        ),
      readWebhook: () => null,
      answer: null,
    }
  }

  #request<T>(life: Life, label: string, act: () => T, timeoutMs = TIMEOUT_MS): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const timer = this.#time.after(timeoutMs, () => reject(new Problem('PROVIDER_UNAVAILABLE')))
    const parts = { scheduler: this.#scheduler, random: this.#random, faults: this.faults }
    sendRequestTo(parts, { life, label }, act, answer => {
      this.#time.cancel(timer)
      resolve(answer)
    })
    return promise
  }

  #read(providerId: string): ProviderPayment | null {
    const there = this.payments.get(providerId)
    if (!there) return null
    const { status, amountCents, chargedBackCents, refunds, paymentId } = there
    return {
      status,
      amountCents,
      currency: 'EUR',
      chargedBackCents,
      refunds: refunds.map(each => ({ ...each })),
      paymentId,
    }
  }

  #refund(refundId: string, attempt: number, providerId: string, amountCents: number) {
    const there = this.payments.get(providerId)
    if (!there) return { refused: 'unknown payment' }
    const made = there.refunds.find(each => each.refundId === refundId && each.attempt === attempt)
    if (made) return { providerId: made.providerId }
    if (amountCents > this.leftOf(there)) return { refused: 'more than is left' }
    if (this.#random.chance(this.faults.refundRefused)) return { refused: 'not possible' }
    const refund: ProviderRefund = {
      providerId: `re_${(this.#last += 1)}`,
      status: 'WAITING',
      amountCents,
      refundId,
      attempt,
    }
    there.refunds.unshift(refund)
    return { providerId: refund.providerId }
  }

  leftOf({ amountCents, chargedBackCents, refunds }: PaymentThere): number {
    const back = refunds
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, each) => sum + each.amountCents, 0)
    return amountCents - chargedBackCents - back
  }

  /** A buyer has the page of a payment. */
  show(url: string): void {
    const there = this.payments.get(url.slice(PAGE.length))
    if (there) there.isShown = true
  }

  /** The buyer pays, or gives up; of a payment that is over nothing changes. */
  decide(providerId: string, status: PaymentStatus): void {
    const there = this.payments.get(providerId)
    if (there?.status !== 'OPEN') return
    there.status = status
    this.#notify(providerId)
  }

  /** The provider said failed, and the money came all the same. */
  payAfterAll(providerId: string): void {
    const there = this.payments.get(providerId)
    if (!there || there.status === 'PAID') return
    there.status = 'PAID'
    // A payment that has failed is not asked for any more, so that only the provider's own patience brings this.
    this.#sendWebhook(providerId, 0)
  }

  chargeback(providerId: string, cents: number): void {
    const there = this.payments.get(providerId)
    if (there?.status !== 'PAID' || this.leftOf(there) < cents) return
    there.chargedBackCents += cents
    this.#notify(providerId)
  }

  /** Someone refunds in the provider's dashboard. */
  refundByHand(providerId: string, cents: number): void {
    const there = this.payments.get(providerId)
    if (there?.status !== 'PAID' || this.leftOf(there) < cents) return
    this.hasRefundsByHand = true
    const id = `re_${(this.#last += 1)}`
    there.refunds.unshift({ providerId: id, status: 'GONE', amountCents: cents, refundId: null, attempt: 1 })
    this.#notify(providerId)
  }

  /** A refund goes on: from waiting to gone, and from gone to failed. */
  advanceRefund(providerId: string, to: 'GONE' | 'FAILED'): void {
    const refund = this.payments
      .get(providerId)
      ?.refunds.find(({ status }) => status !== 'FAILED' && status !== to)
    if (!refund) return
    refund.status = to
    this.#notify(providerId)
  }

  #notify(providerId: string): void {
    if (!this.#random.chance(this.faults.webhookLost)) this.#sendWebhook(providerId, 0)
    if (this.#random.chance(this.faults.webhookDoubled)) this.#sendWebhook(providerId, 0)
  }

  /** One that no node takes is sent again. */
  #sendWebhook(providerId: string, attempts: number): void {
    const again = (isTaken: boolean) => {
      if (!isTaken && attempts < WEBHOOK_ATTEMPTS)
        this.#time.after(WEBHOOK_PAUSE_MS, () => this.#sendWebhook(providerId, attempts + 1))
    }
    const deliver = () => void this.onWebhook(providerId).then(again)
    this.#scheduler.send(`webhook ${providerId}`, null, deliver, WEBHOOK_MS)
  }
}
