import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Ties slow answers and background work to the lifetime of the server, so that nothing runs after it has closed. */
export function lifetime(app: FastifyInstance) {
  const closing = new AbortController()
  const hanging = new Set<ServerResponse>()
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()

  /** Runs work in the background; closing the server waits for it. An error is logged; the caller's own retry handles it. */
  const background = (work: () => Promise<void>): Promise<void> => {
    const task: Promise<void> = work()
      .catch((error: unknown) => app.log.debug({ err: error }, 'simulator: background work failed'))
      .finally(() => running.delete(task))
    running.add(task)
    return task
  }

  app.addHook('preClose', async () => {
    closing.abort()
    for (const timer of timers) clearInterval(timer)
    for (const response of hanging) response.destroy()
    await Promise.all(running)
  })

  return {
    /** Aborts when the server closes; for outgoing requests. */
    signal: closing.signal,
    /** Waits; rejects when the server closes meanwhile. */
    pause: (ms: number) => delay(ms, undefined, { signal: closing.signal }),
    /** Never answers: the connection stays open until the client gives up or the server closes. */
    hang(reply: FastifyReply): FastifyReply {
      reply.hijack()
      hanging.add(reply.raw)
      reply.raw.once('close', () => hanging.delete(reply.raw))
      if (closing.signal.aborted) reply.raw.destroy()
      return reply
    },
    background,
    /** Repeats work until the server closes, never twice at once. */
    every(ms: number, work: () => Promise<void>): void {
      let busy = false
      const tick = async () => {
        if (busy || closing.signal.aborted) return
        busy = true
        await background(work)
        busy = false
      }
      app.addHook('onReady', async () => {
        timers.add(setInterval(() => void tick(), ms).unref())
      })
    },
  }
}

export type Lifetime = ReturnType<typeof lifetime>
