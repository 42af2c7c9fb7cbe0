import { setTimeout as pause } from 'node:timers/promises'

/** Time as what moves toys lives by it. Tests of every order of things bring one of their own, in which nothing takes time. */
export interface Clock {
  /** Milliseconds, which never go back. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Aborts after `ms`. */
  timeout(ms: number): AbortSignal
}

export const realTime: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
  timeout: ms => AbortSignal.timeout(ms),
}
