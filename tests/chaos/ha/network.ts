import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Addresses of a bridge on this machine, to which nothing else is attached. */
const NETWORK = '10.213.77'
const BRIDGE = 'gloed-ha'
/** The machine's own address on the bridge. */
export const HERE = `${NETWORK}.254`

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' })
const ignoring = (...args: string[]) => {
  try {
    return ip(...args)
  } catch {
    return ''
  }
}

/** A machine of its own as far as the network goes: a namespace with one link to the bridge. */
export interface Host {
  address: string
  /** How a program is started on it, as a user. */
  command(user: string, ...program: string[]): [string, string[]]
  /** Sends a signal to its processes of a name, such as `postgres`; to all of them without one. */
  signal(signal: NodeJS.Signals, name?: string): void
  /** From now on no packet arrives at it or leaves it; nobody is told. */
  cut(): void
  mend(): void
}

/** Opens the bridge. Needs root, and Linux. @returns a function that closes it with all hosts */
export function openNetwork(): () => void {
  closeNetwork()
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${HERE}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  return closeNetwork
}

function closeNetwork(): void {
  for (const line of ignoring('netns', 'list').split('\n')) {
    const [name = ''] = line.split(' ')
    if (!name.startsWith(`${BRIDGE}-`)) continue
    for (const pid of pidsIn(name)) send(pid, 'SIGKILL')
    ignoring('netns', 'delete', name)
  }
  ignoring('link', 'delete', BRIDGE)
}

const pidsIn = (namespace: string): number[] =>
  ignoring('netns', 'pids', namespace).trim().split('\n').filter(Boolean).map(Number)

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Adds a host to the open bridge. @param number from 1, the last part of its address */
export function addHost(number: number): Host {
  const namespace = `${BRIDGE}-${number}`
  const link = `${BRIDGE}-v${number}`
  ip('netns', 'add', namespace)
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', link, 'master', BRIDGE, 'up')
  ip('-n', namespace, 'address', 'add', `${NETWORK}.${number}/24`, 'dev', 'eth0')
  for (const each of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', each, 'up')
  return {
    address: `${NETWORK}.${number}`,
    command: (user, ...program) => [
      'ip',
      [
        'netns',
        'exec',
        namespace,
        'setpriv',
        `--reuid=${user}`,
        `--regid=${user}`,
        '--clear-groups',
        '--',
        ...program,
      ],
    ],
    signal(signal, name) {
      for (const pid of pidsIn(namespace)) if (!name || nameOf(pid) === name) send(pid, signal)
    },
    cut: () => void ip('link', 'set', link, 'down'),
    mend: () => void ip('link', 'set', link, 'up'),
  }
}
