import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface ReadLimits {
  /** How often to look whether a client took some of its answer; it is disconnected when it took nothing since the last time. */
  lookEveryMs: number
  /** As slow as a client may be on the whole, after twice that time. */
  bytesPerSecond: number
}

/** A client that takes nothing is gone within half a minute. The rate is less than that of a mobile subscription whose data is used up. */
const LIMITS: ReadLimits = { lookEveryMs: 15_000, bytesPerSecond: 2048 }

/**
 * Ends connections whose client does not take its answer: an answer that is sent whole stays in memory until then. Downloads are
 * streams, which are read in parts, and may take as long as they need.
 */
export function endSlowReaders(
  app: FastifyInstance,
  { lookEveryMs, bytesPerSecond }: ReadLimits = LIMITS,
): void {
  function limitReading(response: ServerResponse, socket: Socket, bytes: number): void {
    // Node looks whether the system took more meanwhile, and sets its own time again when the answer is gone.
    response.setTimeout(lookEveryMs)
    const timer = setTimeout(
      () => socket.destroy(),
      2 * lookEveryMs + (bytes / bytesPerSecond) * 1000,
    ).unref()
    response.once('close', () => clearTimeout(timer))
  }

  app.addHook('onSend', (request, { raw: response }, payload: unknown, done) => {
    const { socket } = request.raw
    // Calls inside the process have none of the network.
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && socket instanceof Socket)
      // By then the system took nearly every answer, without timers.
      process.nextTick(() => {
        const isTaken = response.writableEnded && response.writableLength === 0
        if (!isTaken && !response.destroyed) limitReading(response, socket, Buffer.byteLength(payload))
      })
    done(null, payload)
  })
}
