import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../../bin/builds.js'
import { query } from '../../support/postgres.ts'
import { startServer, type ServerProcess } from '../../support/server.ts'
import { openPgbouncer } from '../../support/pgbouncer.ts'
import { compare } from '../load/compare.ts'
import { createLedger, startLoad, type Ledger } from '../load/load.ts'
import { lossNames, openPostgresCluster, type PostgresCluster } from './postgresCluster.ts'
import { readJson, until } from '../load/processes.ts'
import { openProviders, type Providers } from '../load/providers.ts'
import { openRedisCluster, type RedisCluster } from './redisCluster.ts'
import { prepareShop } from '../load/shop.ts'

/**
 * `npm run chaos:ha -- ROUNDS [--pgbouncer]`: two nodes on a PostgreSQL under Patroni and a Redis under sentinels lose the primary again and again, while
 * people buy and control toys. `-- --short` is one loss, of PostgreSQL with its Patroni, so that another member becomes the primary, for a machine
 * of any speed: whether the shop sells again is asked there, how soon is not. Needs root on Debian with `patroni etcd-server haproxy postgresql redis-server`, and `pgbouncer`.
 */
const IS_SHORT = process.argv[2] === '--short'
const ROUNDS = IS_SHORT ? 1 : Number(process.argv[2] ?? 20)
const WITH_PGBOUNCER = process.argv.includes('--pgbouncer')
/** In milliseconds: until both nodes sell again, and until toys are still. */
const SELLING_MS = IS_SHORT ? 120_000 : 30_000
const SILENT_MS = 3000
/** Until a packet that was under way has arrived. */
const SLACK_MS = 100
/** How long everything is watched after Redis alone lost its primary, and the longest pause of anything in it, in milliseconds. */
const WATCHED_MS = 12_000
const LONGEST_PAUSE_MS = 1500
/** When PostgreSQL took the connection of this statement, in milliseconds. */
const CONNECTED_AT = `select (extract(epoch from backend_start) * 1000)::float8 as "connectedAt"
  from pg_stat_activity where pid = pg_backend_pid()`
/** Milliseconds between two of these statements, of which some hang. */
const ASK_EVERY_MS = 500
/** The loss after which another member becomes the primary; PostgreSQL that is killed alone is started again by its Patroni. */
const FAILOVER = 'kill -9 of PostgreSQL and Patroni'
const redisLosses = [null, 'kill -9', null, 'frozen'] as const

interface World {
  postgres: PostgresCluster
  redis: RedisCluster
  providers: Providers
  nodes: [ServerProcess, ServerProcess]
  ledger: Ledger
}

const folder = await mkdtemp(join(tmpdir(), 'gloed-ha-'))
await chmod(folder, 0o755)
const closers: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(1))
try {
  const differences = await run()
  for (const each of differences) console.log(`DIFFERENCE ${each}`)
  await end(differences.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  await end(1)
}

async function end(code: number): Promise<void> {
  for (const close of closers.toReversed()) await close().catch(console.error)
  if (code === 0) await rm(folder, { recursive: true, force: true })
  else console.log(`the programs' logs are in ${folder}`)
  process.exit(code)
}

async function run(): Promise<string[]> {
  const world = await open()
  const { nodes, postgres, providers, ledger } = world
  const prepared = await prepareShop([nodes[0].origin, nodes[1].origin], postgres.url, providers)
  const stopLoad = startLoad(prepared, ledger)
  const differences: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) differences.push(...(await playRound(world, round)))
  if (!IS_SHORT)
    for (const loss of ['kill -9', 'frozen'] as const)
      differences.push(...(await playRedisRound(world, loss)))
  await stopLoad()
  differences.push(...(await compare(ledger, postgres.url, providers)))
  const { purchases, used } = ledger
  const minutes = [...used.values()].reduce((sum, each) => sum + each, 0)
  console.log(
    `${ROUNDS} rounds, ${purchases.filter(({ kind }) => kind === 'order').length} orders and ${purchases.filter(({ kind }) => kind === 'minutes').length} packages paid, ${minutes} minutes used, ${ledger.commands.filter(({ status }) => status === 200).length} commands, ${differences.length} differences`,
  )
  return differences
}

async function open(): Promise<World> {
  const BUILD_DIR = await ensureBuilt(process.execPath)
  const redis = await openRedisCluster(folder)
  closers.push(() => redis.close())
  const postgres = await openPostgresCluster(folder)
  closers.push(() => postgres.close())
  const nodes: ServerProcess[] = []
  const providers = await openProviders(join(folder, 'providers'), () => nodes[0]?.origin ?? '')
  closers.push(() => providers.close())
  await postgres.whole()
  const env = {
    DATABASE_REPLICA_URL: postgres.replicaUrl,
    ...(await databaseAddresses(postgres.url)),
    ...redis.env,
    ...providers.env,
    BUILD_DIR,
    DEMO: 'off',
    SESSION_SECRET: 'the-secret-that-both-nodes-of-this-test-share',
    RATE_LIMIT_FACTOR: '10000',
    LIVE_COUNTDOWN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  }
  for (let count = 0; count < 2; count += 1) {
    const node = await startServer({ env })
    nodes.push(node)
    closers.push(() => node.stop())
  }
  return { postgres, redis, providers, nodes: nodes as World['nodes'], ledger: createLedger() }
}

/** Of HAProxy, or of a PgBouncer before it. */
async function databaseAddresses(url: string): Promise<Record<string, string>> {
  if (!WITH_PGBOUNCER) return { DATABASE_URL: url }
  const pooler = await openPgbouncer(url, 20)
  closers.push(() => pooler.close())
  return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
}

/** @returns the promises that did not hold */
async function playRound({ postgres, redis, providers, nodes, ledger }: World, round: number) {
  const loss = IS_SHORT ? FAILOVER : (lossNames[round % lossNames.length] as (typeof lossNames)[number])
  const redisLoss = redisLosses[Math.floor(round / lossNames.length + round) % redisLosses.length] ?? null
  // Everything is as it should be, and everybody buys and plays.
  await Promise.all([postgres.whole(), redis.whole()])
  await pause(3000 + Math.random() * 1500)
  const restoreRedis = redisLoss && (await redis.losePrimary(redisLoss))
  const { name, restore } = await postgres.losePrimary(loss)
  const lostAt = Date.now()
  const back = untilPrimary(postgres, lostAt)
  const readyAt = await Promise.all(nodes.map(node => untilReady(node, lostAt)))
  const soldAt = await Promise.all(([0, 1] as const).map(node => untilSale(ledger, node, lostAt)))
  const backAt = await back
  const ranOnMs = providers.runningBetween(lostAt + SILENT_MS + SLACK_MS, backAt)
  const ranMs = providers.ranUntil(lostAt, backAt)
  restore()
  await restoreRedis?.()
  const sellingMs = Math.max(...soldAt) - lostAt
  const after = await postgres.primary().catch(() => 'nobody yet')
  console.log(
    `${String(round + 1).padStart(2)}. ${name} ${loss}${redisLoss ? `, Redis ${redisLoss}` : ''}: primary back after ${backAt - lostAt} ms, both ready after ${Math.max(...readyAt) - lostAt} ms, both sell after ${sellingMs} ms, toys ran for ${ranMs} ms of it; now ${after}`,
  )
  return [
    ...(loss === FAILOVER && after === name
      ? [`round ${round + 1}: no other member became the primary`]
      : []),
    ...(sellingMs > SELLING_MS ? [`round ${round + 1}: selling after ${sellingMs} ms`] : []),
    ...(ranOnMs > 0
      ? [`round ${round + 1}: a toy ran on for ${ranOnMs} ms: ${providers.commandsBetween(lostAt, backAt)}`]
      : []),
  ]
}

/**
 * Waits until there is a primary. An answer counts however late it is: a busy machine answers late, and toys may run again meanwhile.
 * @returns when it was asked last before there was one, which was before it took a connection
 */
async function untilPrimary({ url }: PostgresCluster, lostAt: number): Promise<number> {
  let notBackAt = lostAt
  let connectedAt = Infinity
  await until('a primary', 120_000, async () => {
    const askedAt = Date.now()
    const answer = query<{ connectedAt: number }>(url, CONNECTED_AT).then(
      ([row]) => (connectedAt = Math.min(connectedAt, row?.connectedAt ?? Infinity)),
      () => undefined,
    )
    await Promise.race([answer, pause(ASK_EVERY_MS)])
    if (connectedAt === Infinity) notBackAt = askedAt
    return connectedAt !== Infinity
  })
  return Math.min(notBackAt, Math.round(connectedAt) - ASK_EVERY_MS)
}

async function playRedisRound({ postgres, redis, ledger }: World, loss: 'kill -9' | 'frozen') {
  await Promise.all([postgres.whole(), redis.whole()])
  await pause(5000)
  const from = Date.now()
  const restore = await redis.losePrimary(loss)
  await pause(WATCHED_MS)
  const done = ledger.commands.filter(({ status }) => status === 200)
  const pauses = {
    'orders at the first node': longestPause(ledger.sales, 0, from),
    'orders at the second': longestPause(ledger.sales, 1, from),
    'commands at the node with the session': longestPause(done, 0, from),
    'commands at the other': longestPause(done, 1, from),
  }
  await restore()
  console.log(`Redis alone, ${loss}; longest pause in milliseconds: ${JSON.stringify(pauses)}`)
  return Object.entries(pauses)
    .filter(([, length]) => length > LONGEST_PAUSE_MS)
    .map(([what, length]) => `Redis ${loss}: ${what} paused for ${length} ms`)
}

/** The longest time without an acknowledgement at a node. */
function longestPause(acknowledged: { node: number; at: number }[], node: 0 | 1, from: number): number {
  const moments = acknowledged.filter(each => each.node === node && each.at > from).map(({ at }) => at)
  return [...moments, Date.now()].reduce(
    ({ longest, before }, at) => ({ longest: Math.max(longest, at - before), before: at }),
    { longest: 0, before: from },
  ).longest
}

/** Waits until a node says that it can serve, asked after the loss. @returns when it was asked */
async function untilReady(node: ServerProcess, lostAt: number): Promise<number> {
  let askedAt = lostAt
  await until(`${node.origin} ready`, 120_000, async () => {
    askedAt = Date.now()
    return (await readJson<{ status: string }>(`${node.origin}/readyz`)).status === 'ready'
  })
  return askedAt
}

/** Waits until a node takes an order that was asked for after the loss. @returns when it had taken it */
async function untilSale(ledger: Ledger, node: 0 | 1, lostAt: number): Promise<number> {
  const find = () => ledger.sales.find(sale => sale.node === node && sale.askedAt > lostAt)
  await until(`a sale at node ${node}`, 120_000, async () => find() !== undefined)
  return find()?.at ?? 0
}
