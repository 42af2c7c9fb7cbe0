import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../support/port.ts'
import { startProgram, until, type Program } from '../load/processes.ts'

/** The name by which the sentinels know the primary. */
const NAME = 'gloed'
/** Of Redis and the sentinels, as in the example in `deploy/highly-available`. */
const PASSWORD = 'een wachtwoord'
const COUNT = [1, 2, 3]
/** How long the sentinels may take to say which one is the primary, in milliseconds. */
const KNOWN_MS = 20_000

export interface RedisCluster {
  /** `REDIS_URL` and `REDIS_SENTINELS`. */
  env: Record<string, string>
  /** Kills the primary, or freezes it. @returns a function that brings it back */
  losePrimary(loss: 'kill -9' | 'frozen'): Promise<() => Promise<void>>
  /** Waits until the primary has both others as replicas. */
  whole(): Promise<void>
  close(): Promise<void>
}

/** Three of Debian's Redis, of which three sentinels say which one is the primary. */
export async function openRedisCluster(folder: string): Promise<RedisCluster> {
  const ports = await Promise.all(COUNT.map(freePort))
  const sentinelPorts = await Promise.all(COUNT.map(freePort))
  const [first] = ports as [number]
  const servers = new Map<number, Program>()
  const start = (port: number, ...more: string[]) => {
    const own = ['--requirepass', PASSWORD, '--masterauth', PASSWORD, ...more]
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...own]
    servers.set(port, startProgram('redis-server', args, join(folder, 'redis.log')))
  }
  for (const port of ports) start(port, ...(port === first ? [] : ['--replicaof', `127.0.0.1 ${first}`]))
  const sentinels = await Promise.all(sentinelPorts.map(port => startSentinel(folder, port, first)))
  const readPrimaryPort = () =>
    Promise.any(
      sentinelPorts.map(port =>
        onConnection(port, async redis => {
          const answer = (await redis.call('sentinel', 'get-master-addr-by-name', NAME)) as [string, string]
          return Number(answer[1])
        }),
      ),
    )
  /** Asks until a sentinel answers: on a busy machine none of them may do so within a second. */
  const primaryPort = async () => {
    let found = 0
    await until('which Redis is the primary', KNOWN_MS, async () => (found = await readPrimaryPort()))
    return found
  }
  /**
   * Sentinels learn of each other and of the replicas by the primary, at intervals of ten seconds: one that is lost before that has no
   * successor, and a replica that they don't know goes on following the one before.
   */
  const knowsOthers = (port: number) =>
    onConnection(port, async redis => {
      const answer = (await redis.call('sentinel', 'master', NAME)) as string[]
      const known = ['num-other-sentinels', 'num-slaves'].map(name => answer[answer.indexOf(name) + 1])
      return known.every(count => count === '2')
    })
  const isWhole = async () => {
    const info = await onConnection(await primaryPort(), redis => redis.info('replication'))
    const known = await Promise.all(sentinelPorts.map(knowsOthers))
    return info.includes('role:master') && info.includes('connected_slaves:2') && known.every(Boolean)
  }
  const whole = () => until('a whole Redis', 60_000, isWhole)
  await whole()
  return {
    env: {
      REDIS_URL: `redis://:${encodeURIComponent(PASSWORD)}@${NAME}`,
      REDIS_SENTINELS: sentinelPorts.map(port => `127.0.0.1:${port}`).join(','),
    },
    async losePrimary(loss) {
      const port = await primaryPort()
      const program = servers.get(port) as Program
      if (loss === 'frozen') {
        program.signal('SIGSTOP')
        return async () => program.signal('SIGCONT')
      }
      await program.kill()
      // As a replica of whom the sentinels chose, who may also tell it later.
      return async () => start(port, '--replicaof', `127.0.0.1 ${await primaryPort()}`)
    },
    whole,
    async close() {
      for (const program of [...servers.values(), ...sentinels]) await program.kill()
    },
  }
}

async function startSentinel(folder: string, port: number, primary: number): Promise<Program> {
  const file = join(folder, `sentinel-${port}.conf`)
  await writeFile(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
requirepass "${PASSWORD}"
sentinel sentinel-pass "${PASSWORD}"
sentinel monitor ${NAME} 127.0.0.1 ${primary} 2
sentinel auth-pass ${NAME} "${PASSWORD}"
sentinel down-after-milliseconds ${NAME} 1000
sentinel failover-timeout ${NAME} 6000
`,
  )
  return startProgram('redis-server', [file, '--sentinel'], join(folder, 'sentinel.log'))
}

async function onConnection<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, '127.0.0.1', {
    password: PASSWORD,
    commandTimeout: 1000,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  })
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
