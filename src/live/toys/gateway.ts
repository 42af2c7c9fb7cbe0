import type { ToyFunction, ToyProvider } from './contract.ts'

/** A toy as its provider knows it. */
export interface ToyTarget {
  provider: ToyProvider
  /** The owner's random id at the provider. */
  uid: string
  toyId: string
}

/** The output of a toy from now on: strengths 0–20, one each `stepMs` milliseconds; a single one is constant. */
export interface ToyOutput {
  strengths: number[]
  stepMs: number
  /** The value of each of the toy's functions at the first strength, in its own range. */
  levels: readonly (readonly [ToyFunction, number])[]
  /** The functions that can follow the other strengths. */
  followers: readonly ToyFunction[]
  /** Fencing token: within a session, an older generation does not run the toy after a newer one. */
  word: { sessionId: string; generation: number }
  /** The owner's cap, which no strength exceeds: a motor with fewer than 20 steps is not rounded up above it. */
  cap: number
}

/** The provider refused, timed out or gave an invalid answer. `code` is the provider's own, when it gave one. */
export class ToyCommandError extends Error {
  readonly code: number | null
  constructor(message: string, code: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'ToyCommandError'
    this.code = code
  }
}

/** No provider takes commands for the toy now. */
export class ToyOfflineError extends ToyCommandError {}

/** The driver of toys: run and stop. Both throw ToyCommandError; `signal` aborts the wait for the answer. */
export interface ToyDriver {
  /** Runs for `seconds` (a whole number above 1) and then ends by itself, also when this server fails. */
  run(target: ToyTarget, output: ToyOutput, seconds: number, signal: AbortSignal): Promise<void>
  stop(target: ToyTarget, signal: AbortSignal): Promise<void>
  /** Sets every function to 0, sent after `stop`; absent where `stop` itself does that. */
  zero?(target: ToyTarget, signal: AbortSignal): Promise<void>
}

/** The gateway to a toy provider's cloud. */
export interface ToyCloudGateway extends ToyGateway {
  /** Checks without side effects that the provider answers and accepts our token. @throws ToyCommandError */
  probe(): Promise<void>
}

/** The gateway to a toy provider. */
export interface ToyGateway extends ToyDriver {
  /** A QR code that links the provider's app to `uid`. @throws Problem PROVIDER_UNAVAILABLE */
  pair(owner: { uid: string; utoken: string }): Promise<{ qrCode: string; qrId: string }>
}
