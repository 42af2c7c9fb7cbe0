import { Redis } from 'ioredis'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Redis or Valkey by its address, or the one that its sentinels currently call the primary. */
export type RedisAddress = NonNullable<Config['redis']>

interface CommandOptions {
  /** Null: a command waits for a connection. */
  maxRetriesPerRequest: number | null
  /** In milliseconds. */
  commandTimeout?: number
}

/**
 * Connects, again and again when needed. A primary that became a replica is left at its first refusal of a write, and at the sentinels' word.
 */
export function openRedis({ url, sentinels }: RedisAddress, log: Log, options: CommandOptions): Redis {
  const redis = sentinels
    ? new Redis({ ...options, ...sentinelOptions(new URL(url), sentinels) })
    : new Redis(url, options)
  redis.on('error', error => log.warn({ err: error }, 'redis'))
  leaveSilentServer(redis)
  return redis
}

/** How long a server may take from its connection until it can be used, in milliseconds. */
const READY_MS = 3000

/**
 * A frozen server still takes connections, and answers nothing: nobody would leave it when the sentinels said so just before it was
 * connected to.
 */
function leaveSilentServer(redis: Redis): void {
  let timer: NodeJS.Timeout | undefined
  redis.on('connect', () => (timer = setTimeout(() => redis.disconnect(true), READY_MS).unref()))
  for (const event of ['ready', 'close']) redis.on(event, () => clearTimeout(timer))
}

const sentinelOptions = (
  { hostname, username, password, pathname, protocol }: URL,
  sentinels: NonNullable<RedisAddress['sentinels']>,
) => ({
  sentinels,
  name: hostname,
  ...(username && { username: decodeURIComponent(username) }),
  // One password for all of them.
  ...(password && {
    password: decodeURIComponent(password),
    sentinelPassword: decodeURIComponent(password),
  }),
  ...(pathname.length > 1 && { db: Number(pathname.slice(1)) }),
  ...(protocol === 'rediss:' && { tls: {} }),
  failoverDetector: true,
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  connectTimeout: 1000,
  sentinelRetryStrategy: () => 250,
})
