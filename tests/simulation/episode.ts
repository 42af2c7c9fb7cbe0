import type { BusTransport } from '../../src/platform/bus.ts'
import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { settlePaymentByProviderId } from '../../src/money/payments/settle.service.ts'
import type { Db } from '../../src/platform/db.ts'
import { ConnectionLost, attempt, type Knowledge, type Stage } from './actors/actor.ts'
import { pay } from './actors/payer.ts'
import { play } from './actors/player.ts'
import { shop } from './actors/shopper.ts'
import { createOnAir, manage } from './actors/staff.ts'
import { checkTruth } from './truth.ts'
import type { SimulationDatabase } from './database.ts'
import type { Gate } from './gate.ts'
import { Invariants } from './invariants.ts'
import type { JobQueues } from './jobs.ts'
import { openNode, type SimulatedNode, type Surroundings } from './node.ts'
import { PaymentProviderModel } from './paymentProvider.ts'
import type { ActorKind, FaultPlan, Plan } from './plan.ts'
import { createRandom } from './random.ts'
import { Scheduler } from './scheduler.ts'
import { ToyProviderModel } from './toyProvider.ts'
import { running, type Life, type VirtualTime } from './virtualTime.ts'
import { createWorld, type World } from './world.ts'

/** What all episodes of a process share. */
export interface Stand {
  time: VirtualTime
  database: SimulationDatabase
  gate: Gate
  queues: JobQueues
  /** Past the gate. */
  db: Db
}

export interface Outcome {
  steps: number
  /** The first promise that was broken; null when none was. */
  failure: string | null
  trace: string[]
}

/** Steps between two comparisons of the whole books. */
const BOOKS_EVERY = 100
/** What must agree at any time; the other checks wait for jobs or providers. */
const alwaysTrue = new Set([
  'orders.money',
  'minutes.money',
  'stock.book',
  'stock.holds',
  'stock.sales',
  'minutes.balance',
  'minutes.credited',
  'minutes.refunded',
  'payments.charged',
  'payments.problem',
  'invoices.series',
])
/** Virtual milliseconds between two looks of a node for jobs, and between two runs of those of the clock. */
const LOOK_MS = 3000
const MINUTE_MS = 60_000
const START_AT = Date.UTC(2026, 2, 2, 10)
/** Steps without an end, after which an episode has failed. */
const MOST_STEPS = 20_000

const acts: Record<ActorKind, (stage: Stage) => Promise<void>> = {
  shopper: shop,
  player: play,
  creator: createOnAir,
  admin: manage,
  provider: pay,
}

/** One run from an empty shop to its end, decided by its plan. */
export class Episode {
  readonly #stand: Stand
  readonly #plan: Plan
  readonly #scheduler: Scheduler
  readonly #provider: PaymentProviderModel
  readonly #toys: ToyProviderModel
  readonly #invariants: Invariants
  readonly #nodes: (SimulatedNode | null)[] = [null, null]
  readonly #lives: Life[] = []
  readonly #listeners = new Map<Life, Map<string, (text: string) => void>>()
  readonly #known: Knowledge = {
    orders: [],
    purchases: [],
    sessions: [],
    answersByKey: new Map(),
    ordersByKey: new Set(),
    stoppedAt: new Map(),
  }
  #world!: World
  #failure: string | null = null
  #busy = 0
  #isEnding = false
  #hasExactClocks = true
  #nextFault = 0
  #booksAt = BOOKS_EVERY

  constructor(stand: Stand, plan: Plan) {
    this.#stand = stand
    this.#plan = plan
    const { time, gate, database } = stand
    const report = (what: string) => (this.#failure ??= what)
    this.#invariants = new Invariants(database.observer, report)
    this.#scheduler = new Scheduler({
      time,
      gate,
      random: createRandom(plan.seed, 'schedule'),
      pace: plan.pace,
      afterCommit: () => this.#invariants.afterCommit(),
      afterStep: () => this.#afterStep(),
      onDeadlock: ({ statement }) => report(`deadlock: ${statement.task}: ${statement.text.slice(0, 200)}`),
    })
    const provider = new PaymentProviderModel(this.#scheduler, time, createRandom(plan.seed, 'payments'), plan.provider)
    provider.onWebhook = providerId => this.#receiveWebhook(providerId)
    this.#provider = provider
    this.#toys = new ToyProviderModel(this.#scheduler, time, createRandom(plan.seed, 'toys'), plan.toys)
  }

  async run(): Promise<Outcome> {
    const { time, database } = this.#stand
    time.reset(START_AT, this.#plan.seed)
    await database.empty()
    await this.#scheduler.setTime(START_AT)
    this.#world = await createWorld(this.#stand.db, createRandom(this.#plan.seed, 'world'), new Date(START_AT))
    for (const index of [0, 1]) this.#startNode(index)
    for (const plan of this.#plan.actors) this.#startActor(plan)
    try {
      await this.#live()
      if (!this.#failure) await this.#end()
    } catch (error) {
      this.#failure ??= `the simulation failed: ${error instanceof Error ? error.stack : String(error)}`
    }
    for (const life of this.#lives) life.isOver = true
    await this.#stand.gate.closeDead()
    await this.#scheduler.settle()
    return { steps: this.#scheduler.steps, failure: this.#failure, trace: this.#scheduler.trace }
  }

  /** Until all actors are done, or the episode is long enough. */
  async #live(): Promise<void> {
    const { steps } = this.#plan
    while (!this.#failure && this.#scheduler.steps < steps && this.#busy > 0) {
      await this.#applyFaults()
      if (!(await this.#scheduler.step())) break
    }
    this.#isEnding = true
  }

  /** Faults end, what is under way comes to its end, and hours pass; then everything must agree. */
  async #end(): Promise<void> {
    const { provider, toys, bus } = this.#plan
    for (const faults of [provider, toys, bus] as Record<string, number>[])
      for (const name of Object.keys(faults)) faults[name] = 0
    for (const life of this.#lives) life.skewMs = 0
    await this.#until(() => this.#busy === 0 && this.#nodes.every(node => node !== null))
    for (const { id, status } of this.#provider.payments.values())
      if (status === 'OPEN') this.#provider.decide(id, 'EXPIRED')
    for (const ms of [70_000, 130_000, 1_900_000, 4_000_000, 90_000_000]) {
      await this.#sleep(ms)
      const node = this.#nodes[ms % 2] as SimulatedNode
      await this.#onNode(node.life, 'scheduled jobs', () => node.jobs.runScheduled())
      for (let rounds = 0; rounds < 10; rounds += 1)
        if ((await this.#onNode(node.life, 'jobs', () => node.jobs.runDue())) === 0) break
    }
    if (this.#failure) return
    const wrong = await checkTruth(this.#stand, this.#provider, this.#toys, this.#world)
    this.#failure ??= wrong[0] ?? null
  }

  /** Lets things happen until a condition holds. */
  async #until(isDone: () => boolean): Promise<void> {
    for (let steps = 0; !isDone() && !this.#failure; steps += 1) {
      if (steps > MOST_STEPS) this.#failure = 'it does not come to its end'
      if (!(await this.#scheduler.step())) this.#failure ??= 'nothing happens any more'
    }
  }

  async #onNode<T>(life: Life, task: string, work: () => Promise<T>): Promise<T | undefined> {
    const outcome: { isDone: boolean; value?: T } = { isDone: false }
    void running.run({ life, task: `${life.name} ${task}` }, async () => {
      try {
        outcome.value = await work()
      } catch (error) {
        this.#failure ??= `${task} failed with ${String(error)}`
      }
      outcome.isDone = true
    })
    await this.#until(() => outcome.isDone)
    return outcome.value
  }

  async #afterStep(): Promise<void> {
    const { now } = this.#stand.time
    if (this.#failure) return
    const toyIds = this.#world?.toys.map(({ id }) => id) ?? []
    const isRunning = (toyId: string) => this.#toys.isRunning(toyId)
    this.#invariants.atTime(now, toyIds, isRunning, this.#hasExactClocks)
    for (const { at, toyId } of this.#known.stoppedAt.values()) {
      const isSomeoneElses = this.#invariants.controls.some(
        control => control.toyId === toyId && this.#known.stoppedAt.get(control.userId)?.toyId !== toyId,
      )
      if (now - at > 3000 && isRunning(toyId) && !isSomeoneElses) this.#failure ??= `${toyId} runs 3 s after its stop`
    }
    if (this.#scheduler.steps < this.#booksAt) return
    this.#booksAt += BOOKS_EVERY
    await this.#compareBooks()
  }

  async #compareBooks(): Promise<void> {
    const found = await findDiscrepancies(this.#stand.db, new Date(this.#stand.time.now))
    const wrong = found.find(({ check }) => alwaysTrue.has(check))
    if (wrong) this.#failure ??= `books: ${wrong.check} of ${wrong.subject}: ${wrong.detail}`
  }

  async #applyFaults(): Promise<void> {
    const due = this.#plan.faults.toSorted((one, other) => one.at - other.at)
    for (; this.#nextFault < due.length; this.#nextFault += 1) {
      const fault = due[this.#nextFault] as FaultPlan
      if (fault.at > this.#scheduler.steps) return
      this.#scheduler.trace.push(`fault ${fault.name} ${fault.ms}`)
      await this.#applyFault(fault)
    }
  }

  async #applyFault({ kind, node: index, ms }: FaultPlan): Promise<void> {
    const node = this.#nodes[index]
    if (kind === 'sleep') await this.#sleep(ms)
    else if (kind === 'crash') await this.#crash(index)
    else if (kind === 'wallClock' && node) {
      node.life.skewMs = ms
      this.#hasExactClocks = false
    } else if (kind === 'restart' && node) {
      this.#nodes[index] = null
      this.#task(node.life, 'stop', async () => {
        await node.sessions.handOver()
        await node.sessions.close()
        await this.#crash(index)
      })
    }
  }

  /** All nodes stand still, as when their machine is suspended. */
  async #sleep(ms: number): Promise<void> {
    await this.#scheduler.setTime(this.#stand.time.now + ms)
  }

  /** A node loses all that it has in memory, and is started again. */
  async #crash(index: number): Promise<void> {
    const life = this.#lives.findLast(({ name }) => name === `node${index}`)
    if (!life) return
    life.isOver = true
    this.#nodes[index] = null
    this.#listeners.delete(life)
    for (const lose of this.#losing.get(life) ?? []) lose()
    await this.#stand.gate.closeDead()
    await this.#scheduler.deliverUnblocked()
    this.#startNode(index)
    await this.#scheduler.settle()
  }

  readonly #losing = new Map<Life, Set<() => void>>()

  #startNode(index: number): void {
    const life: Life = { name: `node${index}`, isOver: false, skewMs: 0 }
    this.#lives.push(life)
    this.#losing.set(life, new Set())
    const around: Surroundings = {
      gate: this.#stand.gate,
      queues: this.#stand.queues,
      transportOf: each => this.#transportOf(each),
      paymentProvider: this.#provider,
      toyProvider: this.#toys,
    }
    this.#task(life, 'start', async () => {
      const node = await openNode(life, around)
      this.#nodes[index] = node
      this.#repeat(life, 'jobs', LOOK_MS, () => node.jobs.runDue())
      this.#repeat(life, 'scheduled jobs', MINUTE_MS, () => node.jobs.runScheduled())
    })
  }

  /** One run at a time. */
  #repeat(life: Life, task: string, everyMs: number, work: () => Promise<unknown>): void {
    const next = () =>
      this.#stand.time.after(everyMs, () =>
        this.#task(life, task, async () => {
          await work()
          next()
        }),
      )
    running.run({ life, task: `${life.name} ${task}` }, next)
  }

  #task(life: Life, task: string, work: () => Promise<void>): void {
    const fail = (error: unknown) => {
      if (!life.isOver) this.#failure ??= `${life.name} ${task} failed with ${error instanceof Error ? error.stack : String(error)}`
    }
    running.run({ life, task: `${life.name} ${task}` }, () => void work().catch(fail))
  }

  #transportOf(life: Life): BusTransport {
    const random = createRandom(this.#plan.seed, life.name, this.#lives.length, 'bus')
    const own = new Map<string, (text: string) => void>()
    this.#listeners.set(life, own)
    return {
      send: (channel, text) => {
        for (const [to, channels] of this.#listeners) {
          const listener = channels.get(channel)
          if (to === life || !listener || random.chance(this.#plan.bus.lost)) continue
          const deliver = () => running.run({ life: to, task: `${to.name} bus` }, () => listener(text))
          this.#scheduler.send(`bus ${channel}`, to, deliver)
          if (random.chance(this.#plan.bus.doubled)) this.#scheduler.send(`bus ${channel} again`, to, deliver)
        }
        return Promise.resolve()
      },
      subscribe: (channel, listener) => void own.set(channel, listener),
      close: () => Promise.resolve(),
    }
  }

  async #receiveWebhook(providerId: string): Promise<boolean> {
    const stage = { report: (what: string) => (this.#failure ??= what) } as Stage
    const taken = await attempt(stage, 'webhook', () =>
      this.#call(0, `webhook ${providerId}`, async ({ payments }) => {
        await settlePaymentByProviderId(payments, 'mollie', providerId)
        return true
      }),
    )
    return taken === true
  }

  #startActor(plan: Stage['plan']): void {
    const random = createRandom(this.#plan.seed, plan.name)
    const { time } = this.#stand
    const stage: Stage = {
      plan,
      random,
      world: this.#world,
      known: this.#known,
      provider: this.#provider,
      now: () => time.now,
      wait: ms => new Promise((resolve, reject) => {
        time.after(ms, () => this.#isEnding ? reject(new EpisodeOver()) : resolve())
      }),
      call: work => this.#call(random.chance(0.5) ? 0 : 1, plan.name, work),
      report: what => (this.#failure ??= `${plan.name}: ${what}`),
    }
    this.#busy += 1
    const done = () => void (this.#busy -= 1)
    running.run({ life: null, task: plan.name }, () => {
      acts[plan.kind](stage).then(done, (error: unknown) => {
        if (!(error instanceof EpisodeOver)) stage.report(error instanceof Error ? String(error.stack) : String(error))
        done()
      })
    })
  }

  /** A request to a node, whose answer is lost when it crashes. */
  #call<T>(index: number, task: string, work: (node: SimulatedNode) => Promise<T>): Promise<T> {
    const node = this.#nodes[index] ?? this.#nodes[1 - index]
    if (!node) return Promise.reject(new ConnectionLost())
    const losing = this.#losing.get(node.life)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const lose = () => reject(new ConnectionLost())
    losing?.add(lose)
    running.run({ life: node.life, task }, () => void work(node).then(resolve, reject))
    return promise.finally(() => losing?.delete(lose))
  }
}

class EpisodeOver extends Error {}
