import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How often work that is due is looked for at least, because another node may have written it or a clock may have been moved. */
const RECHECK_MS = 4000
/** The shop may still be starting. */
const FIRST_CHECK_MS = 1000
/** Between two times of due work, in milliseconds. */
const MIN_PAUSE_MS = 200

/** Ties slow answers and background work to the lifetime of the server, so that nothing runs after it has closed. */
export function lifetime(app: FastifyInstance) {
  const closing = new AbortController()
  const hanging = new Set<ServerResponse>()
  const running = new Set<Promise<unknown>>()

  /** Runs work in the background; closing the server waits for it. An error is logged; the caller's own retry handles it. */
  const background = (work: () => Promise<unknown>): Promise<unknown> => {
    const task: Promise<unknown> = work()
      .catch((error: unknown) => app.log.debug({ err: error }, 'simulator: background work failed'))
      .finally(() => running.delete(task))
    running.add(task)
    return task
  }

  app.addHook('preClose', async () => {
    closing.abort()
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
    /**
     * Repeats work until the server closes, never twice at once.
     * @param work returns in how many milliseconds more is due; Infinity when nothing is
     * @param recheckMs how long to wait for that at most
     * @returns does it at once, because something may be due earlier than it said
     */
    whenDue(work: () => Promise<number>, recheckMs = RECHECK_MS): () => void {
      let isRunning = false
      let isWoken = false
      let timer: NodeJS.Timeout | undefined
      const run = async () => {
        if (isRunning) return void (isWoken = true)
        clearTimeout(timer)
        isRunning = true
        isWoken = false
        let waitMs = RECHECK_MS
        await background(async () => void (waitMs = await work()))
        isRunning = false
        if (closing.signal.aborted) return
        const pauseMs = isWoken ? 0 : Math.min(Math.max(waitMs, MIN_PAUSE_MS), recheckMs)
        timer = setTimeout(() => void run(), pauseMs).unref()
      }
      app.addHook('onReady', async () => void (timer = setTimeout(() => void run(), FIRST_CHECK_MS).unref()))
      app.addHook('preClose', async () => clearTimeout(timer))
      return () => void run()
    },
  }
}

export type Lifetime = ReturnType<typeof lifetime>
