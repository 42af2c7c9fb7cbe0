import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../support/port.ts'
import { query } from '../../support/postgres.ts'
import { addHost, HERE, openNetwork, type Host } from './network.ts'
import { readJson, startProgram, until, type Program } from '../load/processes.ts'

/** Seconds after which the others take over from a primary that is not heard of. */
const TTL = 20
const MEMBERS = [1, 2, 3]
/** How long a member may take to come back, in milliseconds. */
const WHOLE_MS = 90_000
/** How long a whole cluster may take to say who its primary is, in milliseconds. */
const KNOWN_MS = 20_000
const PATRONI_PORT = 8008

/** The ways in which a primary is lost, and how it comes back. */
const losses = {
  'kill -9 of PostgreSQL': {
    lose: ({ host }: Member) => host.signal('SIGKILL', 'postgres'),
    restore: () => undefined,
  },
  'kill -9 of PostgreSQL and Patroni': {
    lose: ({ host }: Member) => host.signal('SIGKILL'),
    restore: (member: Member) => member.start(),
  },
  frozen: {
    lose: ({ host }: Member) => host.signal('SIGSTOP'),
    restore: ({ host }: Member) => host.signal('SIGCONT'),
  },
  'cut off': {
    lose: ({ host }: Member) => host.cut(),
    restore: ({ host }: Member) => host.mend(),
  },
}
export type Loss = keyof typeof losses
export const lossNames = Object.keys(losses) as Loss[]

interface Member {
  name: string
  host: Host
  start(): void
}

export interface PostgresCluster {
  /** Of the primary, wherever it is. */
  url: string
  /** Of a replica. */
  replicaUrl: string
  /** Loses the primary. @returns its name, and a function that brings it back */
  losePrimary(loss: Loss): Promise<{ name: string; restore: () => void }>
  primary(): Promise<string>
  /** Waits until all members are there and one of them is a synchronous standby. */
  whole(): Promise<void>
  close(): Promise<void>
}

/** Three members of Debian's Patroni in synchronous mode, with etcd and HAProxy; each member on a host of its own. */
export async function openPostgresCluster(folder: string): Promise<PostgresCluster> {
  const closeNetwork = openNetwork()
  const programs: Program[] = [await startEtcd(folder)]
  const close = async () => {
    for (const program of programs) await program.kill()
    closeNetwork()
  }
  try {
    const members = await Promise.all(MEMBERS.map(number => createMember(folder, number)))
    for (const member of members) member.start()
    const [port, replicaPort] = [await freePort(), await freePort()]
    await writeFile(join(folder, 'haproxy.cfg'), haproxyConfig(port, replicaPort, members))
    programs.push(startProgram('haproxy', ['-f', join(folder, 'haproxy.cfg')], join(folder, 'haproxy.log')))
    const url = (database: string, at = port) => `postgres://gloed@127.0.0.1:${at}/${database}`
    await until('the first primary', 60_000, () => query(url('postgres'), 'select 1').then(() => true))
    await query(url('postgres'), 'create database gloed')
    const primary = () => findPrimary(members)
    return {
      url: url('gloed'),
      replicaUrl: url('gloed', replicaPort),
      primary,
      async losePrimary(loss) {
        const member = await untilPrimaryKnown(members)
        losses[loss].lose(member)
        return { name: member.name, restore: () => losses[loss].restore(member) }
      },
      whole: () => makeWhole(members),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEtcd(folder: string): Promise<Program> {
  const address = `http://${HERE}:2379`
  const args = [
    ['--data-dir', join(folder, 'etcd')],
    ['--listen-client-urls', address],
    ['--advertise-client-urls', address],
    ['--listen-peer-urls', 'http://127.0.0.1:0'],
    ['--unsafe-no-fsync'],
    ['--enable-v2'],
  ].flat()
  const program = startProgram('etcd', args, join(folder, 'etcd.log'))
  await until('etcd', 20_000, () => readJson(`${address}/health`))
  return program
}

async function createMember(folder: string, number: number): Promise<Member> {
  const host = addHost(number)
  const name = `pg${number}`
  const home = join(folder, name)
  await mkdir(home)
  await chmod(home, 0o700)
  const file = join(home, 'patroni.json')
  await writeFile(file, JSON.stringify(memberConfig(name, home, host.address)))
  execFileSync('chown', ['-R', 'postgres:postgres', home])
  const [command, args] = host.command('postgres', '/usr/bin/patroni', file)
  return { name, host, start: () => void startProgram(command, args, join(folder, `${name}.log`), home) }
}

/** Patroni reads YAML, of which JSON is a part. */
const memberConfig = (name: string, home: string, address: string) => ({
  scope: 'gloed',
  name,
  restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
  // By its second interface. By the third, Debian's Patroni 3.0 takes the lock back without looking when its member thaws: for a second
  // there were two primaries.
  etcd: { host: `${HERE}:2379` },
  bootstrap: {
    dcs: {
      ttl: TTL,
      loop_wait: 5,
      retry_timeout: 5,
      synchronous_mode: true,
      // A primary that can't tell its standbys that it stops is killed after this many seconds.
      primary_stop_timeout: 5,
      postgresql: {
        use_pg_rewind: true,
        parameters: { max_connections: 200, wal_log_hints: 'on', wal_keep_size: '256MB' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(home, 'data'),
    bin_dir: '/usr/lib/postgresql/15/bin',
    basebackup: [{ checkpoint: 'fast' }],
    pgpass: join(home, 'pgpass'),
    // A member with changes that no other has is made anew.
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
    authentication: {
      superuser: { username: 'gloed' },
      replication: { username: 'replicator' },
    },
    parameters: { unix_socket_directories: home },
    pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
  },
})

/** Patroni says on its own port which role a member has; sessions at one that lost it are closed. */
function haproxyConfig(port: number, replicaPort: number, members: Member[]): string {
  const servers = members.map(
    ({ name, host }) => `  server ${name} ${host.address}:5432 check port ${PATRONI_PORT}\n`,
  )
  const part = (role: string, at: number) => `
listen ${role}
  bind 127.0.0.1:${at}
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('')}`
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
${part('primary', port)}${part('replica', replicaPort)}`
}

interface ClusterState {
  members: { name: string; role: string; state: string; lag?: number | string }[]
}

/** The state of the cluster, as any member reports it. */
async function readState(members: Member[]): Promise<ClusterState> {
  return Promise.any(
    members.map(({ host }) => readJson<ClusterState>(`http://${host.address}:${PATRONI_PORT}/cluster`)),
  )
}

async function findPrimary(members: Member[]): Promise<string> {
  const leader = (await readState(members)).members.find(({ role }) => role === 'leader')
  if (!leader) throw new Error('there is no primary')
  return leader.name
}

/** Asks until a member answers: on a busy machine none of them may do so within a second. */
async function untilPrimaryKnown(members: Member[]): Promise<Member> {
  let name = ''
  await until('who is the primary', KNOWN_MS, async () => {
    name = await findPrimary(members)
    return true
  })
  return members.find(each => each.name === name) as Member
}

/** Waits until the cluster is whole; members that don't come back are reset, as a watchdog would. */
async function makeWhole(members: Member[]): Promise<void> {
  const wait = () => until('a whole cluster', WHOLE_MS, () => requireWhole(members))
  return wait().catch(async (error: unknown) => {
    const name = await findPrimary(members)
    console.log(`    ${String((error as Error).cause)}: the members beside ${name} are reset`)
    for (const member of members.filter(each => each.name !== name)) {
      losses['kill -9 of PostgreSQL and Patroni'].lose(member)
      member.start()
    }
    return wait()
  })
}

/** So many bytes may a member be behind while people buy. */
const MOST_BEHIND = 1_000_000

/** @throws Error with the state of a cluster that is not whole */
async function requireWhole(members: Member[]): Promise<true> {
  const { members: states } = await readState(members)
  const count = (role: string) =>
    states.filter(each => each.role === role && ['running', 'streaming'].includes(each.state)).length
  const isCurrent = states.every(({ role, lag }) => role === 'leader' || Number(lag) < MOST_BEHIND)
  const isWhole = count('leader') === 1 && count('sync_standby') === 1 && count('replica') === 1
  if (isWhole && isCurrent) return true
  throw new Error(JSON.stringify(states))
}
