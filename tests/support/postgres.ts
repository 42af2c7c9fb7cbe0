import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './port.ts'

const READY_MS = 30_000

export interface PostgresServer {
  /** A new, empty database. @returns its address, for `DATABASE_URL` or `openPostgres` */
  create(): Promise<string>
  /** `kill -9` of the server and its backends. */
  kill(): Promise<void>
  /** It answers nothing any more, and closes no connection. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** A streaming replica of all its databases. */
  replicate(): Promise<PostgresReplica>
  /** Starts it again at the same address with its data. */
  start(): Promise<void>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

export interface PostgresReplica {
  /** The address of a database there, by its address at the primary. */
  urlOf(primaryUrl: string): string
  kill(): Promise<void>
  close(): Promise<void>
}

/** A real PostgreSQL on a port and in a folder of its own. @throws Error when none is installed. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-postgres-'))
  const owner = postgresUser()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const bin = await binaries()
  const initdb = ['-D', join(folder, 'data'), '-U', 'gloed', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  await promisify(execFile)(join(bin, 'initdb'), [...initdb, '--no-sync'], { ...owner, cwd: folder })
  const port = await freePort()
  const address = (database: string) => `postgres://gloed@127.0.0.1:${port}/${database}`
  const launch = () => startServer(join(bin, 'postgres'), join(folder, 'data'), port, owner)
  let server = await launch()
  let databases = 0
  return {
    async create() {
      databases += 1
      const name = `gloed_${databases}`
      await query(address('postgres'), `create database ${name}`)
      return address(name)
    },
    kill: () => server.kill(),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    replicate: () => openReplica(bin, address('postgres'), owner),
    async start() {
      server = await launch()
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openReplica(bin: string, primary: string, owner: SystemUser | null): Promise<PostgresReplica> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-replica-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const args = ['-d', primary, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await promisify(execFile)(join(bin, 'pg_basebackup'), args, { ...owner, cwd: folder })
  const port = await freePort()
  const server = await startServer(join(bin, 'postgres'), data, port, owner)
  return {
    urlOf(primaryUrl) {
      const url = new URL(primaryUrl)
      url.port = String(port)
      return url.href
    },
    kill: () => server.kill(),
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface SystemUser {
  uid: number
  gid: number
}

/** PostgreSQL and PgBouncer refuse to run as root, so they run as their own user. */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Debian installs them by version, outside the PATH. */
export async function binaries(): Promise<string> {
  const versions = '/usr/lib/postgresql'
  const [newest] = (await readdir(versions)).sort((a, b) => Number(b) - Number(a))
  if (!newest) throw new Error(`No PostgreSQL in ${versions}: install it to run these tests.`)
  return join(versions, newest, 'bin')
}

async function startServer(
  binary: string,
  data: string,
  port: number,
  owner: SystemUser | null,
): Promise<{ signal(name: NodeJS.Signals): Promise<void>; kill(): Promise<void>; stop(): Promise<void> }> {
  // The server ends when the shell's input closes, so that killed tests leave no server behind.
  const watch =
    '"$@" & server=$!; exec 3<&0; (cat <&3 >/dev/null; kill -INT $server) 2>/dev/null & wait $server'
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const flags = Object.entries({ ...settings, max_connections: '300' }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const args = [binary, '-D', data, '-p', String(port), ...flags]
  const shell = spawn('sh', ['-c', watch, 'sh', ...args], { ...owner, cwd: data, stdio: 'pipe' })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(shell, 'exit').then(() => void shell.stdin.destroy())
  const deadline = Date.now() + READY_MS
  while (!(await answers(port))) {
    const over = shell.exitCode !== null || Date.now() > deadline
    if (over) throw new Error(`PostgreSQL did not start:\n${output}`)
    await pause(50)
  }
  const signal = async (name: NodeJS.Signals) => {
    const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    // Its backends would otherwise go on with their work.
    const backends = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const each of [pid, ...backends.trim().split(' ')].filter(Boolean)) killIfRunning(Number(each), name)
  }
  return {
    signal,
    async kill() {
      await signal('SIGKILL')
      await ended
    },
    async stop() {
      shell.stdin.end()
      await ended
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  query(`postgres://gloed@127.0.0.1:${port}/postgres`, 'select 1').then(
    () => true,
    () => false,
  )

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A backend may have ended since it was listed. */
function killIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
