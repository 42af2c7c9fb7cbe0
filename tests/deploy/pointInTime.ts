import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { addProduct, buyProduct } from '../support/fixtures.ts'
import { freePort } from '../support/port.ts'
import { binaries, postgresUser } from '../support/postgres.ts'
import { openShop } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')
const READY_MS = 30_000

/** A PostgreSQL server of the system's package, with the folders and the configuration of pgBackRest. */
interface Archived {
  url: string
  /** Runs pgBackRest on it. */
  pgbackrest(...args: string[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Restores PostgreSQL to the second before a planted mistake, with the configuration that `deploy/` has.
 * @throws Error when anything that was acknowledged before it is missing, or the mistake is still there
 */
export async function checkPointInTime(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-pgbackrest-'))
  const server = await createServer(folder)
  await server.start()
  try {
    await server.pgbackrest('stanza-create')
    const shop = await openShop({ database: await openPostgres(server.url) })
    const customer = await shop.newUser()
    const product = await addProduct(shop, { stock: 100 })
    await buyProduct(customer, product.id, 'paid')
    await server.pgbackrest('--type=full', 'backup')
    const acknowledged = [
      await buyProduct(customer, product.id, 'paid'),
      await buyProduct(customer, product.id, 'paid'),
    ]
    const moment = await lastMoment(server.url)
    await runOn(server.url, `update products set price = 1`)
    await runOn(server.url, `update orders set status = 'CANCELLED'`)
    await shop.close()

    await server.stop()
    const began = performance.now()
    await server.pgbackrest(
      '--delta',
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      'restore',
    )
    await server.start()
    const database = await openPostgres(server.url)
    const [{ count = 0 } = {}] = await runOn(
      server.url,
      `select count(*)::int as count from orders where id = any('{${acknowledged.join(',')}}') and status = 'PAID'`,
    )
    verify(count === acknowledged.length, `${String(count)} of ${acknowledged.length} paid orders are there`)
    verify(
      (await runOn(server.url, 'select from products where price = 1')).length === 0,
      'the mistake is still there',
    )
    const discrepancies = await findDiscrepancies(database.db, new Date())
    verify(discrepancies.length === 0, JSON.stringify(discrepancies))
    await database.close()
    console.log(`restored to ${moment} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createServer(folder: string): Promise<Archived> {
  const owner = postgresUser()
  if (!owner) throw new Error('only root may run PostgreSQL as another user')
  const port = await freePort()
  const bin = await binaries()
  const data = join(folder, 'data')
  const [repository, configuration] = [join(folder, 'repository'), join(folder, 'pgbackrest.conf')]
  for (const each of [folder, repository]) {
    await mkdir(each, { recursive: true })
    await chown(each, owner.uid, owner.gid)
  }
  const example = await readFile(join(root, 'deploy/pgbackrest.conf'), 'utf8')
  const ours = example
    .replace('/var/lib/pgbackrest', repository)
    .replace('/var/lib/postgresql/15/main', data)
    .replace('5432', String(port))
    .replace('/var/run/postgresql', folder)
    .replace(
      '[gloed]',
      `lock-path=${folder}\nspool-path=${folder}\n\n[gloed]\npg1-user=gloed\npg1-database=postgres`,
    )
  await writeFile(configuration, ours)
  const run = (program: string, args: string[]) =>
    promisify(execFile)(program, args, { ...owner, cwd: folder })
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'gloed', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const archive = `pgbackrest --config=${configuration} --stanza=gloed archive-push %p`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    archive_mode: 'on',
    archive_command: archive,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://gloed@127.0.0.1:${port}/postgres`
  let stop = () => Promise.resolve()
  return {
    url,
    async pgbackrest(...args) {
      await run('pgbackrest', [`--config=${configuration}`, '--stanza=gloed', ...args])
    },
    async start() {
      const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
        ...owner,
        cwd: folder,
        stdio: 'ignore',
      })
      const ended = once(server, 'exit')
      stop = async () => {
        server.kill('SIGINT')
        await ended
        stop = () => Promise.resolve()
      }
      await untilWritable(url)
    },
    stop: () => stop(),
  }
}

/** A restored server answers before it has left recovery. */
async function untilWritable(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const isReady = await runOn(url, 'select not pg_is_in_recovery() as is').then(
      ([row]) => row?.['is'] === true,
      () => false,
    )
    if (isReady) return
    verify(Date.now() < deadline, 'PostgreSQL does not leave recovery')
    await pause(100)
  }
}

/** The time after all commits so far, and before the next ones. */
async function lastMoment(url: string): Promise<string> {
  const [{ moment = '' } = {}] = await runOn(url, `select clock_timestamp()::text as moment from pg_sleep(1)`)
  await runOn(url, 'select pg_sleep(1)')
  return String(moment)
}

async function runOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

function verify(isSo: boolean, complaint: string): void {
  if (!isSo) throw new Error(complaint)
}
