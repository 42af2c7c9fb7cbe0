import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../../bin/builds.js'
import { startCaddy } from '../../support/caddy.ts'
import { freePort } from '../../support/port.ts'
import { openPostgresServer, type PostgresServer } from '../../support/postgres.ts'
import { openRedisServer, type RedisServer } from '../../support/redis.ts'
import { startServer, type ServerProcess } from '../../support/server.ts'
import { openProviders, type Providers } from '../load/providers.ts'
import { openSmtpServer, type TestSmtpServer } from '../../support/smtpServer.ts'
import { openTcpProxy, type TcpProxy } from './tcpProxy.ts'

/** The services that a node uses, each through a proxy of its own. */
export const neighbours = ['database', 'redis', 'providers', 'mail'] as const
export type Neighbour = (typeof neighbours)[number]

export interface ShopNode {
  origin: string
  /** With which it asks the toy provider. */
  toyToken: string
  proxies: Record<Neighbour, TcpProxy>
  /** Of Node's inspector, which listens on loopback. */
  inspectPort: number
  /** Moves its clock, while it runs, to so many seconds after the machine's. */
  moveClock(seconds: number): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** Of its process, as long as that runs. */
  pid(): number
  /** Of all its processes so far. */
  logs(): string
  stop(): Promise<void>
}

export interface World {
  /** Caddy's, as deployed. */
  origin: string
  nodes: [ShopNode, ShopNode]
  postgres: PostgresServer
  databaseUrl: string
  redis: RedisServer
  providers: Providers
  /** The mail server. */
  mail: TestSmtpServer
  /** The small disk with PostgreSQL's data. */
  disk: string
  /** The small disk with the nodes' `DATA_DIR`s, and the folders that they share of them. */
  dataDisk: string
  /** The folder in which the nodes keep sold downloads. */
  filesFolder: string
  close(): Promise<void>
}

/** Of the small disk with the nodes' files, which grow by a picture a second. */
const DATA_MEGABYTES = 400

/**
 * Two nodes on a real PostgreSQL and Redis behind Caddy, with a proxy between each node and each of its neighbours. Needs root, and Debian's
 * `caddy` and `faketime`.
 * @param megabytes of the small disk with PostgreSQL's data
 */
export async function openWorld(megabytes = 700): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-faults-'))
  // PostgreSQL runs as a user of its own.
  await chmod(folder, 0o755)
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const each of closers.toReversed()) await each().catch(console.error)
  }
  try {
    const disk = await mountDisk(join(folder, 'disk'), megabytes, closers)
    const dataDisk = await mountDisk(join(folder, 'data'), DATA_MEGABYTES, closers)
    const postgres = await openOn(disk, openPostgresServer)
    closers.push(() => postgres.close())
    const redis = await openRedisServer()
    closers.push(() => redis.close())
    const origin = `http://127.0.0.1:${await freePort()}`
    const providers = await openProviders(join(folder, 'providers'), () => origin)
    closers.push(() => providers.close())
    const mail = await openSmtpServer()
    closers.push(() => mail.close())
    const databaseUrl = await postgres.create()
    const addresses = { database: databaseUrl, redis: redis.url, providers: providers.origin, mail: mail.url }
    const shared = { ...providers.env, PUBLIC_URL: origin, BUILD_DIR: await ensureBuilt(process.execPath) }
    const open = () => openNode(dataDisk, addresses, shared)
    const nodes = [await open(), await open()] as [ShopNode, ShopNode]
    closers.push(() => Promise.all(nodes.map(node => node.stop())))
    const stopCaddy = await startCaddy({
      folder,
      origin,
      nodes: nodes.map(node => new URL(node.origin).host),
    })
    closers.push(async () => stopCaddy())
    const filesFolder = join(dataDisk, 'files')
    const parts = { postgres, databaseUrl, redis, providers, mail, disk, dataDisk, filesFolder }
    return { origin, nodes, ...parts, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns its folder */
async function mountDisk(
  disk: string,
  megabytes: number,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  await mkdir(disk, { mode: 0o755 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk])
  closers.push(async () => execFileSync('umount', ['--lazy', disk]))
  return disk
}

/** Opens a program whose files go to the system's temporary folder in another one. */
async function openOn<T>(folder: string, open: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await open()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

let nodes = 0

/** Of Debian's `faketime`. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
/** The seconds between two looks at the file that says how far a clock is off. */
const CLOCK_SECONDS = 1

async function openNode(
  folder: string,
  addresses: Record<Neighbour, string>,
  shared: Record<string, string>,
): Promise<ShopNode> {
  const opened = neighbours.map(async name => {
    const { hostname, port } = new URL(addresses[name])
    return [name, await openTcpProxy({ host: hostname, port: Number(port) })] as const
  })
  const proxies = Object.fromEntries(await Promise.all(opened)) as ShopNode['proxies']
  const through = (name: Neighbour, address = addresses[name]) =>
    address.replace(new URL(addresses[name]).host, `127.0.0.1:${proxies[name].port}`)
  const toyToken = `node-${(nodes += 1)}`
  const dataDir = join(folder, toyToken)
  await mkdir(dataDir)
  // All nodes share these, as of a network's disk.
  for (const part of ['media', 'files', 'assets']) {
    await mkdir(join(folder, part), { recursive: true })
    await symlink(join(folder, part), join(dataDir, part))
  }
  const clock = join(dataDir, 'clock')
  const moveClock = (seconds: number) => writeFile(clock, seconds < 0 ? `${seconds}\n` : `+${seconds}\n`)
  await moveClock(0)
  const inspectPort = await freePort()
  const env = {
    ...shared,
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
    LOVENSE_TOKEN: toyToken,
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: String(CLOCK_SECONDS),
    // The system's own monotonic clock never moves either.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    MOLLIE_API_BASE: through('providers', shared['MOLLIE_API_BASE']),
    LOVENSE_API_BASE: through('providers', shared['LOVENSE_API_BASE']),
    DATABASE_URL: through('database'),
    REDIS_URL: through('redis'),
    SMTP_URL: through('mail'),
    DEMO: 'off',
    SESSION_SECRET: 'the-secret-that-both-nodes-of-this-test-share',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '10000',
    LIVE_COUNTDOWN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  }
  const port = await freePort()
  let server: ServerProcess = await startServer({ env, dataDir, port })
  let earlierLogs = ''
  return {
    origin: `http://127.0.0.1:${port}`,
    toyToken,
    proxies,
    inspectPort,
    moveClock,
    pid: () => server.pid,
    logs: () => earlierLogs + server.logs(),
    async kill() {
      await server.kill()
      earlierLogs += server.logs()
    },
    start: async () => void (server = await startServer({ env, dataDir, port })),
    async stop() {
      await server.stop()
      await Promise.all(Object.values(proxies).map(proxy => proxy.close()))
    },
  }
}
