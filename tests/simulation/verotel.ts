import {
  SIMULATED_SHOP_ID,
  SIMULATED_SIGNATURE_KEY,
  type VerotelMethod,
} from '../../simulators/verotel/contract.ts'
import {
  foundStatus,
  notFoundStatus,
  okData,
  type Sale,
  signedQuery,
  statusError,
  type Transaction,
} from '../../simulators/verotel/resource.ts'
import { AUTOMATIC_REFUND_MS, readStart, readStatusQuery } from '../../simulators/verotel/rules.ts'
import type { GivenBack } from '../../simulators/verotel/table.ts'
import { findPostbacks } from '../../src/money/payments/postback.service.ts'
import type { PaymentProvider } from '../../src/money/payments/provider.gateway.ts'
import { VEROTEL } from '../../src/money/payments/providers/verotel/contract.ts'
import { verotelProvider } from '../../src/money/payments/providers/verotel/gateway.ts'
import { centsFromDecimal } from '../../src/wire/money.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { sendRequestTo, type RequestFaults } from './messages.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { running, type VirtualTime } from './virtualTime.ts'

/** How often Verotel misbehaves; all are probabilities. */
export interface VerotelFaults extends RequestFaults {
  postbackLost: number
  /** A postback comes again, once or more. */
  postbackRepeated: number
  /** A postback comes minutes late. */
  postbackLate: number
  /** The status answers a page, an error, or that it knows no such sale. */
  statusWrong: number
}

/** A transaction, and whether the shop has taken its postback. */
interface TransactionThere extends Transaction {
  isTold: boolean
}

interface SaleThere {
  row: Sale
  transactions: TransactionThere[]
}

const BASE = 'http://verotel.test'
/** Milliseconds that a postback takes at most: most of them, and late ones. */
const POSTBACK_MS = { usual: 4000, late: 40 * 60_000 }
/** Milliseconds for which a buyer may still pay at an order page: less than the shop asks about it. */
const PAGE_MS = 20 * 3_600_000

/** FlexPay: the truth about sales of minutes, behind a status that may fail and postbacks that may be lost, repeated, late and out of order. */
export class VerotelModel {
  readonly faults: VerotelFaults
  /** Support has credited a sale: people then have to look at the money, as the shop may give the same back. */
  hasRefundsByHand = false
  /** Receives each postback. @returns the body of the answer, if a node gave one */
  onPostback: (query: URLSearchParams) => Promise<string | null | undefined> = () => Promise.resolve(null)
  readonly #sales = new Map<string, SaleThere>()
  readonly #scheduler: Scheduler
  readonly #random: Random
  readonly #time: VirtualTime
  readonly #report: (what: string) => void
  #last = 0

  constructor(
    parts: { scheduler: Scheduler; time: VirtualTime; random: Random; report: (what: string) => void },
    faults: VerotelFaults,
  ) {
    this.#scheduler = parts.scheduler
    this.#time = parts.time
    this.#random = parts.random
    this.#report = parts.report
    this.faults = faults
  }

  /** The shop's own client, whose requests come to `request`. */
  gatewayOf({ db, log }: Pick<Platform, 'db' | 'log'>): PaymentProvider {
    return verotelProvider({
      shopId: SIMULATED_SHOP_ID,
      signatureKey: SIMULATED_SIGNATURE_KEY,
      method: 'ANY',
      api: null,
      isSimulated: true,
      base: BASE,
      orderBase: () => BASE,
      apiBase: BASE,
      findPostbacks: reference => findPostbacks(db, VEROTEL, reference),
      log,
    })
  }

  /** A request of a node. */
  request = (url: string, receive: (answer: { status: number; text: string }) => void): void => {
    const { searchParams } = new URL(url)
    const parts = { scheduler: this.#scheduler, random: this.#random, faults: this.faults }
    const life = running.getStore()?.life ?? null
    const label = `status of ${searchParams.get('referenceID')?.slice(8, 16)}`
    sendRequestTo(parts, { life, label }, () => this.#status(searchParams), receive)
  }

  #status(query: URLSearchParams): { status: number; text: string } {
    if (this.#random.chance(this.faults.statusWrong))
      return this.#random.pick([
        { status: 500, text: 'Internal Server Error' },
        { status: 200, text: '<html>' },
        { status: 200, text: notFoundStatus() },
      ])
    const asked = readStatusQuery(query)
    if (typeof asked === 'string') {
      this.#report(`Verotel refuses a status call: ${asked}`)
      return { status: 200, text: statusError(asked) }
    }
    const row = this.#sales.get(asked.referenceID ?? '')?.row
    return { status: 200, text: row?.paidAt ? foundStatus(row) : notFoundStatus() }
  }

  /** A buyer has the address of an order page, and opens it. */
  show(url: string): void {
    if (!url.startsWith(BASE)) return
    const { data: start, signature } = readStart(new URL(url).searchParams)
    const reference = start['referenceID'] ?? ''
    const known = this.#sales.get(reference)
    if (known && known.row.signature !== signature)
      this.#report(`Verotel refuses a start: ${reference} has another order`)
    if (known) return
    const row: Sale = {
      id: (this.#last += 1),
      referenceId: reference,
      start,
      signature,
      currency: start['priceCurrency'] ?? '',
      amountCents: centsFromDecimal(start['priceAmount'] ?? '') ?? 0,
      creditedCents: 0,
      chargedBackCents: 0,
      method: null,
      country: null,
      createdAt: new Date(this.#time.now),
      paidAt: null,
      refundDueAt: null,
    }
    this.#sales.set(reference, { row, transactions: [] })
  }

  /** The orders and sales, each with the number that the Control Center shows. */
  get sales(): { id: string; saleNumber: string; status: 'OPEN' | 'PAID'; amountCents: number }[] {
    return [...this.#sales].map(([id, { row }]) => ({
      id,
      saleNumber: String(row.id),
      status: row.paidAt ? 'PAID' : 'OPEN',
      amountCents: row.amountCents,
    }))
  }

  /** Cents that the shop kept as far as it was told: a postback that is lost never comes again. */
  keptCents(): number {
    return [...this.#sales.values()]
      .filter(({ row }) => row.paidAt !== null)
      .reduce((sum, { row, transactions }) => {
        const told = transactions.filter(({ event, isTold }) => event !== null && isTold)
        return sum + told.reduce((left, { amountCents }) => left - amountCents, row.amountCents)
      }, 0)
  }

  /** The buyer pays on the order page, once. */
  pay(reference: string, method: VerotelMethod): void {
    const sale = this.#sales.get(reference)
    if (!sale || sale.row.paidAt || this.#time.now - sale.row.createdAt.getTime() > PAGE_MS) return
    Object.assign(sale.row, { method, country: 'NL', paidAt: new Date(this.#time.now) })
    this.#add(sale, null, sale.row.amountCents)
  }

  /** Money goes back to the buyer. @returns whether there was so much left */
  giveBack(reference: string, event: GivenBack, cents: number): boolean {
    const sale = this.#sales.get(reference)
    if (!sale?.row.paidAt || cents < 1 || cents > leftOf(sale)) return false
    if (event === 'credit') sale.row.creditedCents += cents
    else sale.row.chargedBackCents += cents
    this.#add(sale, event, cents)
    return true
  }

  /** The postbacks of a sale come once more. */
  repeat(reference: string): void {
    const sale = this.#sales.get(reference)
    for (const transaction of sale?.transactions ?? []) if (sale) this.#send(sale, transaction)
  }

  #add(sale: SaleThere, event: GivenBack | null, amountCents: number): void {
    const transaction: TransactionThere = {
      id: (this.#last += 1),
      saleId: sale.row.id,
      event,
      parentId: event && (sale.transactions[0]?.id ?? null),
      amountCents,
      createdAt: new Date(this.#time.now),
      isTold: false,
    }
    sale.transactions.push(transaction)
    if (this.#random.chance(this.faults.postbackLost)) this.#receive(sale, transaction, null)
    else this.#send(sale, transaction)
    while (this.#random.chance(this.faults.postbackRepeated)) this.#send(sale, transaction)
  }

  #send(sale: SaleThere, transaction: TransactionThere): void {
    const query = new URLSearchParams(signedQuery(okData(sale.row, transaction)))
    const deliver = () => void this.onPostback(query).then(answer => this.#receive(sale, transaction, answer))
    const isLate = this.#random.chance(this.faults.postbackLate)
    const label = `postback ${transaction.event ?? 'sale'} ${sale.row.id}`
    this.#scheduler.send(label, null, deliver, isLate ? POSTBACK_MS.late : POSTBACK_MS.usual)
  }

  /** The shop has answered, or has not. A sale by card without the right answer is credited within a minute. */
  #receive(sale: SaleThere, transaction: TransactionThere, answer: string | null | undefined): void {
    const { row } = sale
    if (answer === 'OK') transaction.isTold = true
    else if (transaction.event === null && row.method === 'CC' && row.refundDueAt === null) {
      row.refundDueAt = new Date(this.#time.now + AUTOMATIC_REFUND_MS)
      const credit = () => {
        this.hasRefundsByHand = true
        this.giveBack(row.referenceId ?? '', 'credit', leftOf(sale))
      }
      this.#time.after(AUTOMATIC_REFUND_MS, credit)
    }
  }
}

const leftOf = ({ row }: SaleThere): number => row.amountCents - row.creditedCents - row.chargedBackCents
