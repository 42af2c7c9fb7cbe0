import type {
  CarrierGateway,
  CarrierLabel,
  CarrierParcelState,
  LabelRequest,
} from '../../src/shop/shipping/carrier.gateway.ts'
import { Problem } from '../../src/wire/problem.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { running, type Life, type VirtualTime } from './virtualTime.ts'

interface ParcelThere {
  id: string
  reference: string
  orderNumber: string
  state: CarrierParcelState
}

/** All are probabilities. */
export interface CarrierFaults {
  /** A request has its effect and no answer. */
  answerLost: number
  requestLost: number
  webhookLost: number
  webhookDoubled: number
  /** A label is refused for good. */
  refused: number
}

export interface CarrierReport {
  parcelId: string
  state: CarrierParcelState
  at: Date
}

/** Milliseconds that messages take at most. */
const TRAVEL_MS = 150
const WEBHOOK_MS = 6000
const TIMEOUT_MS = 20_000

const progress: CarrierParcelState[] = ['ANNOUNCED', 'UNDERWAY', 'AT_POINT', 'DELIVERED']

/** The carriers, behind their provider: the truth about labels and parcels. */
export class CarrierModel {
  readonly parcels: ParcelThere[] = []
  readonly faults: CarrierFaults
  /** Receives each webhook; one that no node takes is lost. */
  onWebhook: (report: CarrierReport) => void = () => undefined
  readonly #scheduler: Scheduler
  readonly #time: VirtualTime
  readonly #random: Random

  constructor(scheduler: Scheduler, time: VirtualTime, random: Random, faults: CarrierFaults) {
    this.#scheduler = scheduler
    this.#time = time
    this.#random = random
    this.faults = faults
  }

  gatewayOf(life: Life): CarrierGateway {
    const ask = <T>(label: string, act: () => T) => this.#request(life, `carrier ${label}`, act)
    const never = () => Promise.reject(new Problem('PROVIDER_UNAVAILABLE'))
    return {
      findPickupPoints: never,
      listServices: () =>
        ask('services', () => [
          { code: 'dhl:home', carrier: 'dhl' as const, name: 'DHL', isTracked: true, priceCents: 695 },
        ]),
      findLabel: reference => ask('look up', () => this.#labelOf(this.#find(reference))),
      createLabel: request => ask('make', () => this.#create(request)),
      findReturn: never,
      createReturn: never,
      readLabel: id => ask('read', () => this.#labelOf(this.parcels.find(each => each.id === id))),
      cancelLabel: id => ask('cancel', () => this.#cancel(id)),
      downloadLabel: never,
      readWebhook: () => null,
    }
  }

  #find(reference: string): ParcelThere | undefined {
    return this.parcels.find(each => each.reference === reference)
  }

  #labelOf(parcel: ParcelThere | undefined): CarrierLabel | null {
    if (!parcel) return null
    const { id, state } = parcel
    return { providerId: id, parcelId: id, trackingCode: `3S${id}`, status: { state, message: state } }
  }

  #create({ reference, orderNumber }: LabelRequest): CarrierLabel | { refused: string } {
    const known = this.#find(reference)
    if (!known && this.#random.chance(this.faults.refused)) return { refused: 'no such address' }
    const id = `p${this.parcels.length + 1}`
    if (!known) this.parcels.push({ id, reference, orderNumber, state: 'ANNOUNCED' })
    return this.#labelOf(this.#find(reference)) as CarrierLabel
  }

  #cancel(id: string): { isDone: boolean } | { refused: string } {
    const parcel = this.parcels.find(each => each.id === id)
    if (parcel?.state !== 'ANNOUNCED') return { refused: 'too late' }
    parcel.state = 'CANCELLED'
    return { isDone: true }
  }

  /** A parcel goes on, one step. */
  advance(id: string): void {
    const parcel = this.parcels.find(each => each.id === id)
    const next = parcel && progress[progress.indexOf(parcel.state) + 1]
    if (!parcel || !next || parcel.state === 'CANCELLED') return
    parcel.state = next
    const report = { parcelId: id, state: next, at: new Date(this.#time.now) }
    for (const probability of [1 - this.faults.webhookLost, this.faults.webhookDoubled])
      if (this.#random.chance(probability))
        this.#scheduler.send(`parcel ${id}`, null, () => this.onWebhook(report), WEBHOOK_MS)
  }

  /** Orders with more than one label that is not cancelled. */
  twice(): string[] {
    const numbers = this.parcels.filter(({ state }) => state !== 'CANCELLED').map(each => each.orderNumber)
    return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))]
  }

  /** A request and its answer are two messages. */
  #request<T>(life: Life, label: string, act: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const task = running.getStore()
    const timer = this.#time.after(TIMEOUT_MS, () => reject(new Problem('PROVIDER_UNAVAILABLE')))
    if (this.#random.chance(this.faults.requestLost)) return promise
    const isAnswerLost = this.#random.chance(this.faults.answerLost)
    const arrive = () => {
      const answer = act()
      if (isAnswerLost) return
      const receive = () => {
        this.#time.cancel(timer)
        resolve(answer)
      }
      const inTask = () => (task ? running.run(task, receive) : receive())
      this.#scheduler.send(`answer to ${label}`, life, inTask, TRAVEL_MS)
    }
    // Once it is sent, a crash of the sender does not stop it.
    this.#scheduler.send(label, null, arrive, TRAVEL_MS)
    return promise
  }
}
