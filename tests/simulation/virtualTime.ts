import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRandom, type Random } from './random.ts'

/** A running node: everything that it does carries this; once it has crashed, nothing of it goes on. */
export interface Life {
  name: string
  isOver: boolean
  /** How much its wall clock is wrong, in milliseconds. */
  skewMs: number
  /** Until when it stands still, as a process that gets no processor. */
  frozenUntil: number
}

/** Which node, and which task on it, code belongs to; undefined for the simulation itself. */
export const running = new AsyncLocalStorage<{ life: Life | null; task: string }>()

/** A timer takes at least so long. Less is nothing at times of this size, and whoever waits for the rest of a time would wait for ever. */
const LEAST_MS = 0.01

interface Timer {
  id: number
  at: number
  everyMs: number | null
  act: () => void
  life: Life | null
}

/** The object that `setTimeout` returns here. */
class TimerHandle {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  [Symbol.toPrimitive](): number {
    return this.id
  }
}

/**
 * The time and the randomness of the whole process. Replaces the clocks, timers and random ids of Node: everything that the product does with
 * them is then in the hands of the simulation.
 */
export class VirtualTime {
  /** Milliseconds since 1970. */
  now = 0
  #startedAt = 0
  #last = 0
  #timers = new Map<number, Timer>()
  #random: Random = createRandom('none')

  /** Begins again, without timers. */
  reset(startAt: number, seed: string): void {
    this.now = startAt
    this.#startedAt = startAt
    this.#timers.clear()
    this.#random = createRandom(seed, 'values')
  }

  /** The next timer that is due; of those at one time the one that was set first. */
  next(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers.values()) {
      if (timer.life?.isOver) this.#timers.delete(timer.id)
      else if (!first || timer.at < first.at || (timer.at === first.at && timer.id < first.id)) first = timer
    }
    return first
  }

  /** Runs a timer that is due; an interval that was slept through runs once. */
  fire(timer: Timer): void {
    if (timer.everyMs === null) this.#timers.delete(timer.id)
    else timer.at = Math.max(timer.at, this.now) + Math.max(timer.everyMs, 1)
    timer.act()
  }

  /** Nothing of a node goes on until then. */
  freeze(life: Life, until: number): void {
    life.frozenUntil = until
    for (const timer of this.#timers.values()) if (timer.life === life) timer.at = Math.max(timer.at, until)
    // Somebody has to notice that it is over.
    this.after(until - this.now, () => undefined)
  }

  after(ms: number, act: () => void): TimerHandle {
    return this.#set(act, ms, null)
  }

  cancel(handle: unknown): void {
    if (handle instanceof TimerHandle) this.#timers.delete(handle.id)
  }

  /** A version 7 UUID of the virtual time. */
  uuid(): string {
    const hex = (length: number) =>
      Math.floor(this.#random.next() * 16 ** length)
        .toString(16)
        .padStart(length, '0')
    const time = Math.floor(this.now).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }

  #set(act: () => void, ms: number, everyMs: number | null): TimerHandle {
    const id = (this.#last += 1)
    const life = running.getStore()?.life ?? null
    const bound = AsyncLocalStorage.bind(act)
    const at = this.now + (ms > 0 && Number.isFinite(ms) ? Math.max(ms, LEAST_MS) : 0)
    this.#timers.set(id, { id, at, everyMs, act: bound, life })
    return new TimerHandle(id)
  }

  /** Replaces Node's clock and timers, for the rest of the process. */
  install(): void {
    const wall = () => Math.floor(this.now + (running.getStore()?.life?.skewMs ?? 0))
    const RealDate = Date
    globalThis.Date = new Proxy(RealDate, {
      construct: (real, args, target) => Reflect.construct(real, args.length === 0 ? [wall()] : args, target),
      get: (real, name) => (name === 'now' ? wall : Reflect.get(real, name)),
    })
    performance.now = () => this.now - this.#startedAt
    Math.random = () => this.#random.next()
    const setTimer =
      (repeats: boolean) =>
      (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#set(() => act(...args), ms, repeats ? ms : null)
    const clear = (handle: unknown) => this.cancel(handle)
    Object.assign(globalThis, {
      setTimeout: setTimer(false),
      setInterval: setTimer(true),
      clearTimeout: clear,
      clearInterval: clear,
    })
    const pause = <T>(ms: number, value?: T) =>
      new Promise<T>(resolve => void this.#set(() => resolve(value as T), ms, null))
    Object.assign(timersPromises, { setTimeout: pause })
    Object.assign(crypto, { randomUUID: () => this.uuid(), randomUUIDv7: () => this.uuid() })
    syncBuiltinESMExports()
  }
}
