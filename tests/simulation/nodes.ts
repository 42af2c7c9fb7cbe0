import type { BusTransport } from '../../src/platform/cluster/bus.ts'
import { ConnectionLost } from './actors/actor.ts'
import { openNode, type SimulatedNode, type Surroundings } from './node.ts'
import { createRandom, type Random } from './random.ts'
import type { Plan } from './plan.ts'
import type { Scheduler } from './scheduler.ts'
import { running, type Life, type VirtualTime } from './virtualTime.ts'

/** Virtual milliseconds between two looks of a node for jobs, and between two runs of those of the clock. */
const LOOK_MS = 3000
const MINUTE_MS = 60_000
/** Virtual milliseconds between the end of a node that stops properly and its start, at most: nobody stops the toys that it left running. */
const MOST_PAUSE_MS = 30_000

interface NodesOptions extends Omit<Surroundings, 'transportOf' | 'plan'> {
  plan: Plan
  time: VirtualTime
  scheduler: Scheduler
}

/** The two nodes of an episode, which crash and start again, and the bus between them. */
export class Nodes {
  /** Null while one starts. */
  readonly up: (SimulatedNode | null)[] = [null, null]
  /** Nodes that have stopped properly, with processes that are to end. */
  readonly stopped: number[] = []
  /** Nodes that have crashed, and are not up again. */
  readonly #crashed = new Set<number>()
  readonly #options: NodesOptions
  readonly #lives: Life[] = []
  readonly #random: Random
  readonly #listeners = new Map<Life, Map<string, (text: string) => void>>()
  /** The callers of a node, for its crash. */
  readonly #callers = new Map<Life, Set<() => void>>()

  constructor(options: NodesOptions) {
    this.#options = options
    this.#random = createRandom(options.plan.seed, 'calls')
  }

  start(index: number): void {
    const life: Life = { name: `node${index}`, isOver: false, skewMs: 0, frozenUntil: -Infinity }
    this.#lives.push(life)
    this.#callers.set(life, new Set())
    this.#task(life, 'start', async () => {
      const node = await openNode(life, { ...this.#options, transportOf: each => this.#transportOf(each) })
      this.up[index] = node
      this.#crashed.delete(index)
      this.#repeat(life, 'jobs', LOOK_MS, () => node.jobs.runDue())
      this.#repeat(life, 'scheduled jobs', MINUTE_MS, () => node.jobs.runScheduled())
    })
  }

  /** A node loses all that it has in memory, and is started again. */
  async crash(index: number): Promise<void> {
    const life = this.#lives.findLast(({ name }) => name === `node${index}`)
    // Between its end and its start there is nothing that could crash.
    if (!life || life.isOver) return
    this.#crashed.add(index)
    await this.#end(life, index)
    this.start(index)
    await this.#options.scheduler.settle()
  }

  /** Whether a node has crashed and is not up again, so that nothing of it stops toys. */
  get isCrashed(): boolean {
    return this.#crashed.size > 0
  }

  /** The process of a node that has stopped properly ends; another one starts some time later. */
  async replace(index: number): Promise<void> {
    const life = this.#lives.findLast(({ name }) => name === `node${index}`)
    if (!life || life.isOver) return
    await this.#end(life, index)
    this.#options.time.after(this.#random.int(0, MOST_PAUSE_MS), () => this.start(index))
  }

  async #end(life: Life, index: number): Promise<void> {
    const { gate, scheduler } = this.#options
    life.isOver = true
    this.up[index] = null
    this.#listeners.delete(life)
    for (const tell of this.#callers.get(life) ?? []) tell()
    await gate.closeDead()
    await scheduler.deliverUnblocked()
  }

  /** A node stops properly; `stopped` then says so. */
  stop(index: number): void {
    const node = this.up[index]
    if (!node) return
    this.up[index] = null
    this.#task(node.life, 'stop', async () => {
      await node.sessions.handOver()
      await node.sessions.close()
      this.stopped.push(index)
    })
  }

  /** A node stands still, as when its machine gives it no processor, while the other one goes on. */
  freeze(index: number, ms: number): void {
    const { time } = this.#options
    const node = this.up[index]
    if (node) time.freeze(node.life, time.now + ms)
  }

  setClock(index: number, skewMs: number): void {
    const node = this.up[index]
    if (node) node.life.skewMs = skewMs
  }

  setClocksRight(): void {
    for (const life of this.#lives) life.skewMs = 0
  }

  async closeAll(): Promise<void> {
    const { gate, scheduler } = this.#options
    for (const life of this.#lives) life.isOver = true
    await gate.closeDead()
    await scheduler.settle()
  }

  /**
   * A request to a node, or to the other one while that is away; mostly also while it stands still, as proxies do.
   * @throws ConnectionLost when it crashes before its answer
   */
  call<T>(index: number, task: string, work: (node: SimulatedNode) => Promise<T>): Promise<T> {
    const [wanted, other] = [this.up[index], this.up[1 - index]]
    const node = wanted && (!other || !this.#isLeftOut(wanted)) ? wanted : other
    if (!node) return Promise.reject(new ConnectionLost())
    const callers = this.#callers.get(node.life)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const lose = () => reject(new ConnectionLost())
    callers?.add(lose)
    const begin = () => {
      if (node.life.isOver) return
      running.run({ life: node.life, task }, () => void work(node).then(resolve, reject))
    }
    const { time } = this.#options
    if (isFrozen(node, time.now)) time.after(node.life.frozenUntil - time.now, begin)
    else begin()
    return promise.finally(() => callers?.delete(lose))
  }

  #isLeftOut(node: SimulatedNode): boolean {
    return isFrozen(node, this.#options.time.now) && this.#random.chance(0.8)
  }

  /** One run at a time. */
  #repeat(life: Life, task: string, everyMs: number, work: () => Promise<unknown>): void {
    const next = () =>
      this.#options.time.after(everyMs, () =>
        this.#task(life, task, async () => {
          await work()
          next()
        }),
      )
    running.run({ life, task: `${life.name} ${task}` }, next)
  }

  #task(life: Life, task: string, work: () => Promise<void>): void {
    const fail = (error: unknown) => {
      if (!life.isOver) this.#options.report(`${life.name} ${task} failed with ${describe(error)}`)
    }
    running.run({ life, task: `${life.name} ${task}` }, () => void work().catch(fail))
  }

  #transportOf(life: Life): BusTransport {
    const { plan, scheduler } = this.#options
    const random = createRandom(plan.seed, life.name, this.#lives.length, 'bus')
    const own = new Map<string, (text: string) => void>()
    this.#listeners.set(life, own)
    return {
      send: (channel, text) => {
        for (const [to, channels] of this.#listeners) {
          const listener = channels.get(channel)
          if (to === life || !listener || random.chance(plan.bus.lost)) continue
          const deliver = () => running.run({ life: to, task: `${to.name} bus` }, () => listener(text))
          scheduler.send(`bus ${channel}`, to, deliver)
          if (random.chance(plan.bus.doubled)) scheduler.send(`bus ${channel} again`, to, deliver)
        }
        return Promise.resolve()
      },
      subscribe: (channel, listener) => void own.set(channel, listener),
      isConnected: () => true,
      close: () => Promise.resolve(),
    }
  }
}

const isFrozen = ({ life }: SimulatedNode, now: number): boolean => now < life.frozenUntil

export const describe = (error: unknown): string =>
  error instanceof Error ? String(error.stack) : String(error)
