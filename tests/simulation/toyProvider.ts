import {
  type ToyDriver,
  ToyCommandError,
  type ToyOutput,
  type ToyTarget,
} from '../../src/live/toys/gateway.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { running, type Life, type VirtualTime } from './virtualTime.ts'

/** All are probabilities. */
export interface ToyFaults {
  requestLost: number
  answerLost: number
  /** A stop is acknowledged and not carried out. */
  stopIgnored: number
}

/**
 * The behaviour of a toy while its provider answers that all went well.
 * runsOn      a stop takes the end from a run, and nothing else; only zeros end it (intiface-central#258)
 * losesZeros  the same, and the first zeros after a run have no effect
 * restarts    an ended run begins again a moment later, once, without an end
 */
export const toyLies = ['runsOn', 'losesZeros', 'restarts'] as const
export type ToyLie = (typeof toyLies)[number]

/** Milliseconds that a request takes at most. */
const TRAVEL_MS = 80
/** The moment of `restarts`, in milliseconds. */
const RESTART_MS = 400

/** The motor of a toy. */
interface Motor {
  level: number
  startsAt: number
  /** When it ends by itself. */
  until: number
  hasLied: boolean
}

/** The toys, behind their provider. */
export class ToyProviderModel {
  readonly motors = new Map<string, Motor>()
  readonly faults: ToyFaults
  /** Of the toys that lie. */
  readonly #lies: ReadonlyMap<string, ToyLie>
  /** A node sends a command. */
  onRun: (life: Life, toyId: string, level: number) => void = () => undefined
  readonly #scheduler: Scheduler
  readonly #time: VirtualTime
  readonly #random: Random

  constructor(
    scheduler: Scheduler,
    time: VirtualTime,
    random: Random,
    { faults, lies }: { faults: ToyFaults; lies: Readonly<Record<string, ToyLie>> },
  ) {
    this.#scheduler = scheduler
    this.#time = time
    this.#random = random
    this.faults = faults
    this.#lies = new Map(Object.entries(lies))
  }

  /** Whether a toy's run has no end by itself. */
  isLying(toyId: string): boolean {
    return this.#lies.has(toyId)
  }

  isRunning(toyId: string): boolean {
    const motor = this.motors.get(toyId)
    const { now } = this.#time
    return motor !== undefined && motor.level > 0 && motor.startsAt <= now && now < motor.until
  }

  driverOf(life: Life): ToyDriver {
    const request = (target: ToyTarget, label: string, signal: AbortSignal, act: () => void) =>
      this.#request(life, `${target.toyId} ${label}`, signal, act)
    return {
      run: (target, output: ToyOutput, seconds, signal) => {
        const level = Math.max(0, ...output.strengths)
        this.onRun(life, target.toyId, level)
        return request(target, 'run', signal, () => {
          const { now } = this.#time
          this.motors.set(target.toyId, { level, startsAt: now, until: now + seconds * 1000, hasLied: false })
        })
      },
      stop: (target, signal) =>
        request(
          target,
          'stop',
          signal,
          () => this.#random.chance(this.faults.stopIgnored) || this.#stop(target),
        ),
      zero: (target, signal) => request(target, 'zero', signal, () => this.#zero(target)),
    }
  }

  #stop({ toyId }: ToyTarget): void {
    const lie = this.#lies.get(toyId)
    const motor = this.motors.get(toyId)
    if (!motor) return
    if (lie !== 'runsOn' && lie !== 'losesZeros') this.#endRun(toyId, motor)
    else if (this.isRunning(toyId)) motor.until = Infinity
  }

  #zero({ toyId }: ToyTarget): void {
    const motor = this.motors.get(toyId)
    if (!motor) return
    if (this.#lies.get(toyId) === 'losesZeros' && !motor.hasLied) motor.hasLied = true
    else this.#endRun(toyId, motor)
  }

  #endRun(toyId: string, motor: Motor): void {
    const { now } = this.#time
    if (this.#lies.get(toyId) === 'restarts') {
      // A motor that is to begin again is not running yet, and takes no notice.
      if (motor.startsAt > now) return
      if (!motor.hasLied && now < motor.until) {
        Object.assign(motor, { startsAt: now + RESTART_MS, until: Infinity, hasLied: true })
        return
      }
    }
    this.motors.delete(toyId)
  }

  #request(life: Life, label: string, signal: AbortSignal, act: () => unknown): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task = running.getStore()
    signal.addEventListener('abort', () => reject(new ToyCommandError('aborted', null, signal.reason)))
    if (this.#random.chance(this.faults.requestLost)) return promise
    const isAnswerLost = this.#random.chance(this.faults.answerLost)
    const arrive = () => {
      act()
      if (isAnswerLost) return
      this.#scheduler.send(
        `answer to ${label}`,
        life,
        () => (task ? running.run(task, resolve) : resolve()),
        TRAVEL_MS,
      )
    }
    // Once it is sent, neither an abort nor a crash of the sender stops it.
    this.#scheduler.send(label, null, arrive, TRAVEL_MS)
    return promise
  }
}
