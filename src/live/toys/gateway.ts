import type { ToyFunction, ToyProvider } from './contract.ts'

/** A toy as its provider knows it. */
export interface ToyTarget {
  provider: ToyProvider
  /** The owner's random id at the provider. */
  uid: string
  toyId: string
}

/** What a toy does from now on: strengths 0–20, one each `stepMs` milliseconds; a single one is steady. */
export interface ToyOutput {
  strengths: number[]
  stepMs: number
  /** How far each of the toy's functions goes at the first strength, in its own range. */
  levels: readonly (readonly [ToyFunction, number])[]
  /** Those of them that can follow the other strengths. */
  followers: readonly ToyFunction[]
  /** Fencing token: within a session, an older generation does not run the toy after a newer one. */
  word: { sessionId: string; generation: number }
  /** The owner's cap, which no strength exceeds: what has fewer than 20 steps is not rounded above it. */
  cap: number
}

/** The provider refused, hung or could not be understood. `code` is the provider's own, when it gave one. */
export class ToyCommandError extends Error {
  readonly code: number | null
  constructor(message: string, code: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'ToyUnreachable'
    this.code = code
  }
}

/** Nobody takes commands for the toy now. */
export class ToyOfflineError extends ToyCommandError {}

/** What moves toys: what a command and a stop go through. Both throw ToyUnreachable; `signal` gives up on the answer. */
export interface ToyDriver {
  /** Runs for `seconds` (a whole number above 1) and then ends by itself, whatever happens to us. */
  run(target: ToyTarget, output: ToyOutput, seconds: number, signal: AbortSignal): Promise<void>
  stop(target: ToyTarget, signal: AbortSignal): Promise<void>
}

/** The door to a toy provider's cloud. */
export interface ToyCloudGateway extends ToyGateway {
  /** Whether it is there and takes our token, without anything coming of it. @throws ToyUnreachable */
  probe(): Promise<void>
}

/** The door to a toy provider. */
export interface ToyGateway extends ToyDriver {
  /** A QR code that links the provider's app to `uid`. Throws Problem PROVIDER_UNAVAILABLE. */
  pair(owner: { uid: string; utoken: string; displayName: string }): Promise<{ qrCode: string; qrId: string }>
}
