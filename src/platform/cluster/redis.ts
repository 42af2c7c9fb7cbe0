import { Redis, SentinelConnector, type RedisOptions } from 'ioredis'
import type { Config } from '../config.ts'
import type { Log } from '../telemetry/log.ts'

/** Redis or Valkey by its address, or the one that its sentinels currently call the primary. */
export type RedisAddress = NonNullable<Config['redis']>

interface CommandOptions {
  /** Null: a command waits for a connection. */
  maxRetriesPerRequest: number | null
  /** In milliseconds. */
  commandTimeout?: number
  /** Whether the client subscribes by itself after it connected again. */
  autoResubscribe?: boolean
}

/**
 * Connects, again and again when needed. A primary that became a replica is left at its first refusal of a write, and at the sentinels' word.
 */
export function openRedis({ url, sentinels }: RedisAddress, log: Log, options: CommandOptions): Redis {
  const all = { ...options, retryStrategy: reconnectDelayMs }
  const redis = sentinels
    ? new PersistentRedis({ ...all, ...sentinelOptions(new URL(url), sentinels) })
    : new PersistentRedis(url, all)
  redis.on('error', error => log.warn({ err: error }, 'redis'))
  redis.on('end', () => redis.connectAgain())
  leaveSilentServer(redis)
  return redis
}

/** The longest pause between two attempts, in milliseconds: the client's own of 5 s is as long as recovery may take altogether. */
const MAX_RECONNECT_DELAY_MS = 1000

const reconnectDelayMs = (attempt: number): number =>
  Math.min(50 * 2 ** (attempt - 1), MAX_RECONNECT_DELAY_MS) + Math.floor(Math.random() * 200)

/** The pause before it is connected again, in milliseconds. */
const AGAIN_MS = 250

/**
 * Connects again whatever ended it, until it is closed by us. Of its own accord it does not when it hears of a failover at the moment in
 * which it asks the sentinels for the primary: the failover detector of the connection before then ends it for good.
 */
class PersistentRedis extends Redis {
  isClosed = false

  override disconnect(reconnect = false): void {
    this.isClosed ||= !reconnect
    super.disconnect(reconnect)
  }

  connectAgain(): void {
    if (this.isClosed) return
    setTimeout(() => {
      // It says so by the event when it fails again.
      if (!this.isClosed && this.status === 'end') this.connect().catch(() => undefined)
    }, AGAIN_MS).unref()
  }
}

/** How long a server may take to answer, from its connection and afterwards, in milliseconds. */
const ANSWER_MS = 3000
/** How often a connection is asked whether its server is still there, in milliseconds. */
const PING_MS = 2000

/**
 * A frozen server still takes connections, and keeps those that it has, and answers nothing. Who only listens would never notice, nor
 * would anyone whom the sentinels' word about another primary did not reach.
 */
function leaveSilentServer(redis: PersistentRedis): void {
  let timer: NodeJS.Timeout | undefined
  const answered = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const expectAnswer = () => {
    answered()
    timer = setTimeout(() => redis.disconnect(true), ANSWER_MS).unref()
  }
  // A command may time out sooner than a server is given up.
  const ping = (): Promise<void> =>
    redis.ping().then(answered, () => (timer && redis.status === 'ready' ? ping() : undefined))
  redis.on('connect', expectAnswer)
  for (const event of ['ready', 'close']) redis.on(event, answered)
  const pings = setInterval(() => {
    if (redis.status !== 'ready' || timer) return
    expectAnswer()
    void ping()
  }, PING_MS).unref()
  redis.on('end', () => redis.isClosed && clearInterval(pings))
}

/**
 * Begins each connection at the next sentinel. One that was itself moving the primary when another moved it back goes on naming the one
 * that it had chosen for as long as that one does not answer; asked first each time, it would keep us away from the real one.
 */
class NextSentinelConnector extends SentinelConnector {
  override connect(
    ...args: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    if (this.options.sentinels && this.options.sentinels.length > 1) this.sentinelIterator.next()
    return super.connect(...args)
  }
}

const sentinelOptions = (
  { hostname, username, password, pathname, protocol }: URL,
  sentinels: NonNullable<RedisAddress['sentinels']>,
) => ({
  Connector: NextSentinelConnector as NonNullable<RedisOptions['Connector']>,
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
  // A frozen sentinel takes connections and answers nothing: the next one is asked.
  sentinelCommandTimeout: 1000,
  sentinelRetryStrategy: () => 250,
})
