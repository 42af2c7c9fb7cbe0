import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, listens } from './port.ts'
import { postgresUser } from './postgres.ts'

const READY_MS = 10_000

export interface Pgbouncer {
  /** The same database through the pooler, for `DATABASE_URL`. */
  url: string
  close(): Promise<void>
}

/**
 * A real PgBouncer in transaction mode before a PostgreSQL, without options that make up for a client's errors.
 * @param directUrl of a database
 * @param poolSize how many sessions of PostgreSQL its clients share; few, so that they change between transactions
 * @throws Error when none is installed
 */
export async function openPgbouncer(directUrl: string, poolSize = 3): Promise<Pgbouncer> {
  const { hostname, port, username, pathname } = new URL(directUrl)
  const folder = await mkdtemp(join(tmpdir(), 'gloed-pgbouncer-'))
  const listening = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_login_retry = 1
`,
  )
  const owner = postgresUser()
  if (owner) for (const each of [folder, file]) await chown(each, owner.uid, owner.gid)
  // The server ends when the shell's input closes, so that killed tests leave no server behind.
  const watch = '"$@" & server=$!; exec 3<&0; (cat <&3 >/dev/null; kill $server) 2>/dev/null & wait $server'
  const args = ['-c', watch, 'sh', 'pgbouncer', '--quiet', file]
  const shell = spawn('sh', args, { ...owner, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(shell, 'exit')
  const deadline = Date.now() + READY_MS
  while (!(await listens(listening))) {
    if (shell.exitCode !== null || Date.now() > deadline) throw new Error('PgBouncer did not start')
    await pause(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${listening}${pathname}`,
    async close() {
      shell.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
