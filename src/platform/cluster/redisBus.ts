import type { BusTransport } from './bus.ts'
import type { Log } from '../telemetry/log.ts'
import { openRedis, type RedisAddress } from './redis.ts'

/** A message that can't be sent within this time is dropped. */
const SEND_MS = 1000

/** Redis or Valkey between nodes. While it is unavailable, nodes continue with the database alone. */
export function redisBusTransport(address: RedisAddress, log: Log): BusTransport {
  const publisher = openRedis(address, log, { maxRetriesPerRequest: 0, commandTimeout: SEND_MS })
  const subscriber = openRedis(address, log, { maxRetriesPerRequest: null, autoResubscribe: false })
  const listeners = new Map<string, (text: string) => void>()
  /** To which the server has answered on this connection. */
  const subscribed = new Set<string>()
  const subscribeTo = (...channels: string[]) =>
    subscriber.subscribe(...channels).then(
      () => channels.forEach(channel => subscribed.add(channel)),
      (error: unknown) => log.warn({ err: error }, 'redis: subscribe'),
    )
  subscriber.on('close', () => subscribed.clear())
  // On every connection, whatever became of the one before: the client forgets a subscription that was not yet answered when it ended.
  subscriber.on('ready', () => listeners.size > 0 && void subscribeTo(...listeners.keys()))
  subscriber.on('message', (channel: string, text: string) => {
    try {
      listeners.get(channel)?.(text)
    } catch (error) {
      log.warn({ err: error }, 'redis: unreadable message')
    }
  })
  return {
    async send(channel, text) {
      await publisher.publish(channel, text)
    },
    subscribe(channel, listener) {
      listeners.set(channel, listener)
      if (subscriber.status === 'ready') void subscribeTo(channel)
    },
    isConnected: () =>
      publisher.status === 'ready' && [...listeners.keys()].every(channel => subscribed.has(channel)),
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
