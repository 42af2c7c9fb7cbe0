import { Redis } from 'ioredis'
import type { BusTransport } from './bus.ts'
import type { Log } from './log.ts'

/** Milliseconds after which a message that can't be sent is lost: what it tells is older than that by other ways. */
const SEND_MS = 1000

/** Redis, or Valkey, between nodes. While it is away nodes hear nothing of each other and go on by the database alone. */
export function redisBusTransport(url: string, log: Log): BusTransport {
  const sending = new Redis(url, { maxRetriesPerRequest: 0, commandTimeout: SEND_MS })
  const hearing = new Redis(url, { maxRetriesPerRequest: null })
  const listeners = new Map<string, (text: string) => void>()
  for (const redis of [sending, hearing]) redis.on('error', error => log.warn({ err: error }, 'redis'))
  hearing.on('message', (channel: string, text: string) => {
    try {
      listeners.get(channel)?.(text)
    } catch (error) {
      log.warn({ err: error }, 'a message between nodes could not be read')
    }
  })
  return {
    async send(channel, text) {
      await sending.publish(channel, text)
    },
    subscribe(channel, listener) {
      listeners.set(channel, listener)
      hearing.subscribe(channel).catch((error: unknown) => log.warn({ err: error }, 'redis: subscribe'))
    },
    async close() {
      sending.disconnect()
      hearing.disconnect()
    },
  }
}
