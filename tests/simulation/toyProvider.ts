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

/** Milliseconds that a request takes at most. */
const TRAVEL_MS = 80

/** The motor of a toy. */
interface Motor {
  level: number
  /** When it ends by itself. */
  until: number
}

/** The toys, behind their provider. */
export class ToyProviderModel {
  readonly motors = new Map<string, Motor>()
  readonly faults: ToyFaults
  /** A node sends a command. */
  onRun: (life: Life, toyId: string) => void = () => undefined
  readonly #scheduler: Scheduler
  readonly #time: VirtualTime
  readonly #random: Random

  constructor(scheduler: Scheduler, time: VirtualTime, random: Random, faults: ToyFaults) {
    this.#scheduler = scheduler
    this.#time = time
    this.#random = random
    this.faults = faults
  }

  isRunning(toyId: string): boolean {
    const motor = this.motors.get(toyId)
    return motor !== undefined && motor.level > 0 && this.#time.now < motor.until
  }

  driverOf(life: Life): ToyDriver {
    const request = (target: ToyTarget, label: string, signal: AbortSignal, act: () => void) =>
      this.#request(life, `${target.toyId} ${label}`, signal, act)
    const stop = ({ toyId }: ToyTarget) => this.motors.delete(toyId)
    return {
      run: (target, output: ToyOutput, seconds, signal) => {
        this.onRun(life, target.toyId)
        return request(target, 'run', signal, () => {
          const level = Math.max(0, ...output.strengths)
          this.motors.set(target.toyId, { level, until: this.#time.now + seconds * 1000 })
        })
      },
      stop: (target, signal) =>
        request(target, 'stop', signal, () => this.#random.chance(this.faults.stopIgnored) || stop(target)),
      zero: (target, signal) => request(target, 'zero', signal, () => stop(target)),
    }
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
