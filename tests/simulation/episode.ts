import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { acts } from './actors/acts.ts'
import { claimAll } from './actors/guest.ts'
import { newKnowledge, type ActorContext } from './actors/actor.ts'
import { receivePostback, receiveReport, receiveWebhook } from './actors/webhooks.ts'
import { CarrierModel } from './carrier.ts'
import { Invariants } from './invariants.ts'
import { Faults } from './faults.ts'
import type { Statement } from './gate.ts'
import type { SimulatedNode } from './node.ts'
import { describe, Nodes } from './nodes.ts'
import { countOutcomes } from './outcomes.ts'
import { PaymentProviderModel } from './paymentProvider.ts'
import { longestPause, type Plan } from './plan.ts'
import { createRandom } from './random.ts'
import { Scheduler } from './scheduler.ts'
import type { Stand } from './stand.ts'
import { Tally } from './tally.ts'
import { ToyProviderModel } from './toyProvider.ts'
import {
  alwaysTrue,
  checkLabels,
  checkTruth,
  hasRefundsByHand,
  moneyChecks,
  type Providers,
} from './truth.ts'
import { VerotelModel } from './verotel.ts'
import { running } from './virtualTime.ts'
import { describeConnections, watch } from './watchdog.ts'
import { createWorld, type World } from './world.ts'

export interface Outcome {
  steps: number
  /** The first promise that was broken; null when none was. */
  failure: string | null
  /** It did not end, so that nothing else can be played in this process. */
  isStuck: boolean
  trace: string[]
  tally: Tally
}

/** Steps between two comparisons of the whole books. */
const BOOKS_EVERY = 100
/** After the last fault: virtual milliseconds after each of which jobs run, until holds, polls and places in queues are over. */
const REST_MS = [70_000, 130_000, 1_900_000, 4_000_000, 90_000_000]
/** The last virtual milliseconds of an episode, in which each node looks at everything once more. */
const LAST_MS = 8000
/** How often, until nothing is under way any more. */
const LAST_ROUNDS = 4
const START_AT = Date.UTC(2026, 2, 2, 10)
/** Steps, timers and changes of the time without an end, after which an episode has failed: as it ends, and while people are at it. */
const MOST_STEPS = 20_000
const MOST_TURNS = 200_000

/** One run from an empty shop to its end, decided by its plan. */
export class Episode {
  readonly #stand: Stand
  readonly #plan: Plan
  readonly #scheduler: Scheduler
  readonly #provider: PaymentProviderModel
  readonly #verotel: VerotelModel
  readonly #toys: ToyProviderModel
  readonly #carrier: CarrierModel
  readonly #invariants: Invariants
  readonly #nodes: Nodes
  readonly #faults: Faults
  readonly #known = newKnowledge()
  readonly #tally = new Tally()
  #world!: World
  #failure: string | null = null
  /** The actors that are not done yet. */
  readonly #busy = new Set<string>()
  #isEnding = false
  #booksAt = BOOKS_EVERY

  constructor(stand: Stand, plan: Plan) {
    this.#stand = stand
    this.#plan = plan
    const { time, gate, database } = stand
    const randomOf = (use: string) => createRandom(plan.seed, use)
    const report = (what: string) => this.#report(what)
    this.#invariants = new Invariants(database.observer, this.#known, { pauseMs: longestPause(plan), report })
    this.#scheduler = new Scheduler({
      time,
      gate,
      random: randomOf('schedule'),
      pace: plan.pace,
      afterCommit: () => this.#invariants.afterCommit(time.now),
      afterStep: () => this.#afterStep(),
      onDeadlock: circle => this.#report(`deadlock: ${circle.join('; ')}`),
    })
    const provider = new PaymentProviderModel(this.#scheduler, time, randomOf('payments'), plan.provider)
    const verotel = new VerotelModel(
      { scheduler: this.#scheduler, time, random: randomOf('sales'), report },
      plan.verotel,
    )
    stand.network.request = verotel.request
    const toys = new ToyProviderModel(this.#scheduler, time, randomOf('toys'), {
      faults: plan.toys,
      lies: plan.lies,
    })
    const listener = {
      call: <T>(task: string, work: (node: SimulatedNode) => Promise<T>) => this.#nodes.call(0, task, work),
      ...this.#listeners,
    }
    provider.onWebhook = providerId => receiveWebhook(listener, providerId)
    verotel.onPostback = query => receivePostback(listener, query)
    toys.onRun = (life, toyId, level) => {
      const node = this.#nodes.up.find(each => each?.life === life)
      if (node) this.#invariants.onRun(time.now, toyId, level, node.platform.bus.nodeId)
    }
    this.#provider = provider
    this.#verotel = verotel
    this.#toys = toys
    this.#carrier = new CarrierModel(this.#scheduler, time, randomOf('carrier'), plan.carrier)
    this.#carrier.onWebhook = report => void receiveReport(listener, report)
    this.#nodes = new Nodes({
      ...stand,
      plan,
      scheduler: this.#scheduler,
      paymentProvider: provider,
      verotel,
      toyProvider: toys,
      carrier: this.#carrier,
      mailbox: {
        isGiftCard: mailId => this.#invariants.giftCardMails.has(mailId),
        receive: (cardId, code) => void this.#known.receivedCards.set(cardId, code),
      },
      report: what => this.#report(what),
    })
    const doesToyRun = () => [...toys.motors.keys()].some(toyId => toys.isRunning(toyId))
    this.#faults = new Faults(plan, this.#nodes, { scheduler: this.#scheduler, time, doesToyRun })
  }

  get #providers(): Providers {
    return { provider: this.#provider, verotel: this.#verotel }
  }

  readonly #listeners = {
    count: (label: string, outcome: string): void => this.#tally.count(label, outcome),
    report: (what: string): void => this.#report(what),
  }

  #report(what: string): void {
    this.#failure ??= what
  }

  /** Ends in any case: after too long with a failure that names each waiting process and the lock it waits for. */
  async run(): Promise<Outcome> {
    const played = await watch(this.#play(), () => this.#scheduler.turns)
    if ('value' in played) return played.value
    const { steps, trace } = this.#scheduler
    const { database, gate } = this.#stand
    const waiting = [
      ...gate.blocked.map(({ statement, server }) => `${server.pid} waits for a lock: ${nameOf(statement)}`),
      ...gate.parked.map(statement => `not sent yet: ${nameOf(statement)}`),
      ...(await describeConnections(database.url)),
      `nodes that are up: ${this.#nodes.up.map(node => node?.life.name ?? '-').join(' ')}`,
      `actors that are not done: ${[...this.#busy].join(' ')}`,
    ]
    const failure = `it hangs: ${played.stuck}\n  ${waiting.join('\n  ')}`
    return { steps, failure, isStuck: true, trace, tally: this.#tally }
  }

  async #play(): Promise<Outcome> {
    const { time, database } = this.#stand
    time.reset(START_AT, this.#plan.seed)
    await database.empty()
    await this.#scheduler.setTime(START_AT)
    this.#world = await createWorld(
      this.#stand.db,
      createRandom(this.#plan.seed, 'world'),
      createRandom(this.#plan.seed, 'offers'),
      new Date(START_AT),
    )
    for (const index of [0, 1]) this.#nodes.start(index)
    for (const plan of this.#plan.actors) this.#startActor(plan)
    try {
      await this.#live()
      if (!this.#failure) await this.#end()
    } catch (error) {
      this.#report(`the simulation failed: ${describe(error)}`)
    }
    await this.#nodes.closeAll()
    await countOutcomes(database, this.#tally)
    const { steps, trace } = this.#scheduler
    return { steps, failure: this.#failure, isStuck: false, trace, tally: this.#tally }
  }

  /** Until all actors are done, or the episode is long enough. */
  async #live(): Promise<void> {
    const { steps } = this.#plan
    while (!this.#failure && this.#scheduler.steps < steps && this.#busy.size > 0) {
      if (this.#scheduler.turns > MOST_TURNS) this.#failure = this.#whatIsBusy()
      await this.#faults.apply(this.#isEnding)
      if (!(await this.#scheduler.step())) break
    }
    this.#isEnding = true
  }

  /** Faults end, requests in progress come to their end, and hours pass; then everything must agree. */
  async #end(): Promise<void> {
    const { provider, verotel, toys, carrier, bus } = this.#plan
    for (const faults of [provider, verotel, toys, carrier, bus] as Record<string, number>[])
      for (const name of Object.keys(faults)) faults[name] = 0
    this.#nodes.setClocksRight()
    await this.#until(() => this.#busy.size === 0 && this.#nodes.up.every(node => node !== null))
    for (const { id, status } of this.#provider.payments.values())
      if (status === 'OPEN') this.#provider.decide(id, 'EXPIRED')
    for (const [round, ms] of REST_MS.entries()) {
      await this.#faults.sleep(ms)
      await this.#onNode(round % 2, 'scheduled jobs', ({ jobs }) => jobs.runScheduled())
      for (let rounds = 0; rounds < 10; rounds += 1)
        if ((await this.#onNode(round % 2, 'jobs', ({ jobs }) => jobs.runDue())) === 0) break
    }
    await this.#onNode(0, 'claims', node => claimAll(node, this.#world))
    let wrong: string[] = []
    for (let rounds = 0; rounds < LAST_ROUNDS && !this.#failure; rounds += 1) {
      const at = this.#stand.time.now + LAST_MS
      await this.#until(() => this.#stand.time.now >= at)
      wrong = [
        ...(await checkTruth(this.#stand, this.#providers, this.#toys, this.#world)),
        ...(await checkLabels(this.#stand, this.#carrier)),
      ]
      if (wrong.length === 0) return
    }
    this.#failure ??= wrong[0] ?? null
  }

  /** Lets things happen until a condition holds. */
  async #until(isDone: () => boolean): Promise<void> {
    for (let steps = 0; !isDone() && !this.#failure; steps += 1) {
      if (steps > MOST_STEPS) this.#failure = this.#whatIsBusy()
      await this.#faults.apply(this.#isEnding)
      if (!(await this.#scheduler.step())) this.#failure ??= 'nothing happens any more'
    }
  }

  #whatIsBusy(): string {
    const { blocked, parked } = this.#stand.gate
    const waiting = [...blocked.map(({ statement }) => statement), ...parked].map(nameOf)
    return `it does not come to its end: ${[...this.#busy, ...waiting].join(', ')}`
  }

  /** Something that a node does, until it is done. */
  async #onNode<T>(
    index: number,
    task: string,
    work: (node: SimulatedNode) => Promise<T>,
  ): Promise<T | undefined> {
    const outcome: { isDone: boolean; value?: T } = { isDone: false }
    const fail = (error: unknown) => this.#report(`${task} failed with ${describe(error)}`)
    void this.#nodes
      .call(index, task, work)
      .then(value => (outcome.value = value), fail)
      .then(() => (outcome.isDone = true))
    await this.#until(() => outcome.isDone)
    return outcome.value
  }

  async #afterStep(): Promise<void> {
    const { now } = this.#stand.time
    if (this.#failure) return
    const [twice] = this.#carrier.twice()
    if (twice) this.#failure ??= `order ${twice} has two labels`
    this.#faults.look()
    this.#invariants.atTime(now, {
      ids: this.#world?.toys.map(({ id }) => id) ?? [],
      isRunning: toyId => this.#toys.isRunning(toyId),
      isExact: this.#faults.hasExactClocks,
      allUpSince: toyId => (this.#toys.isLying(toyId) ? this.#faults.allUpSince : -Infinity),
    })
    if (this.#scheduler.steps < this.#booksAt) return
    this.#booksAt += BOOKS_EVERY
    await this.#compareBooks()
  }

  async #compareBooks(): Promise<void> {
    const found = await findDiscrepancies(this.#stand.db, new Date(this.#stand.time.now))
    const isForPeople = (check: string) => hasRefundsByHand(this.#providers) && moneyChecks.has(check)
    const wrong = found.find(({ check }) => alwaysTrue.has(check) && !isForPeople(check))
    if (wrong) this.#failure ??= `books: ${wrong.check} of ${wrong.subject}: ${wrong.detail}`
  }

  #startActor(plan: ActorContext['plan']): void {
    const random = createRandom(this.#plan.seed, plan.name)
    const { time } = this.#stand
    const context: ActorContext = {
      plan,
      random,
      world: this.#world,
      known: this.#known,
      ...this.#providers,
      carrier: this.#carrier,
      now: () => time.now,
      wait: ms =>
        new Promise((resolve, reject) => {
          time.after(ms, () => (this.#isEnding ? reject(new EpisodeOver()) : resolve()))
        }),
      call: work => this.#nodes.call(random.chance(0.5) ? 0 : 1, plan.name, work),
      count: (label, outcome) => this.#tally.count(label, outcome),
      report: what => this.#report(`${plan.name}: ${what}`),
    }
    this.#busy.add(plan.name)
    const leave = () => void this.#busy.delete(plan.name)
    running.run({ life: null, task: plan.name }, () => {
      acts[plan.kind](context).then(leave, (error: unknown) => {
        if (!(error instanceof EpisodeOver)) context.report(describe(error))
        leave()
      })
    })
  }
}

class EpisodeOver extends Error {}
const nameOf = ({ task, text }: Statement): string =>
  `${task}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)}`
