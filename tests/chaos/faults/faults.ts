import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkFault } from './tcpProxy.ts'
import { neighbours, type Neighbour, type World } from './world.ts'

/** How often a disk is filled anew, because others have written to it meanwhile. */
const FILL_TRIES = 20

/** A fault of the two nodes and their neighbours, and the changes that it may cause. */
export interface Fault {
  name: string
  /** @returns a function that ends it */
  cause(world: World): Promise<() => unknown>
  /** Nodes that can't serve meanwhile, and have to say so. */
  unready: (0 | 1)[]
  /** Whether all toys must be still after three seconds. */
  stopsToys: boolean
  /** The node whose toys must be still after three seconds, unless the other one drives them. */
  losesToys?: 0 | 1
  /** Whether each node goes on carrying out commands, by itself or through the other. */
  keepsCommands?: true
}

const moved = (node: 0 | 1, seconds: number): Fault => ({
  name: `the clock of node ${node + 1} is moved by ${seconds} s`,
  unready: [],
  stopsToys: false,
  keepsCommands: true,
  async cause({ nodes }) {
    await nodes[node].moveClock(seconds)
    return () => nodes[node].moveClock(0)
  },
})

const killed = (node: 0 | 1): Fault => ({
  name: `node ${node + 1} is killed`,
  unready: [node],
  stopsToys: false,
  losesToys: node,
  async cause({ nodes }) {
    await nodes[node].kill()
    return () => nodes[node].start()
  },
})

const network = (node: 0 | 1, neighbour: Neighbour, fault: NetworkFault): Fault => ({
  name: `${fault} between node ${node + 1} and its ${neighbour}`,
  unready: neighbour === 'database' && fault !== 'latency' ? [node] : [],
  // Without the toys' provider no stop arrives: a run has to end by itself.
  ...((neighbour === 'database' || neighbour === 'providers') && fault !== 'latency' && { losesToys: node }),
  stopsToys: false,
  async cause({ nodes }) {
    const proxy = nodes[node].proxies[neighbour]
    proxy.break(fault)
    return () => proxy.mend()
  },
})

export const allFaults: Fault[] = [
  killed(0),
  killed(1),
  {
    name: 'PostgreSQL is killed',
    unready: [0, 1],
    stopsToys: true,
    async cause({ postgres }) {
      await postgres.kill()
      return () => postgres.start()
    },
  },
  {
    name: 'the disk of PostgreSQL is full',
    unready: [],
    stopsToys: false,
    cause: fillPostgresDisk,
  },
  {
    name: 'the disk of DATA_DIR is full',
    unready: [],
    stopsToys: false,
    cause: async ({ dataDisk }) => fill(dataDisk),
  },
  {
    name: 'Redis is killed',
    unready: [],
    stopsToys: false,
    async cause({ redis }) {
      await redis.kill()
      return () => redis.start()
    },
  },
  moved(0, 3600),
  moved(1, -3600),
  ...([0, 1] as const).flatMap(node =>
    neighbours.flatMap(neighbour =>
      (['latency', 'reset', 'black hole'] as const).map(fault => network(node, neighbour, fault)),
    ),
  ),
]

/** The names of one of each kind, for the short run. */
export const oneOfEachKind = new Set([
  'node 1 is killed',
  'PostgreSQL is killed',
  'the disk of PostgreSQL is full',
  'the disk of DATA_DIR is full',
  'Redis is killed',
  'the clock of node 1 is moved by 3600 s',
  'latency between node 1 and its mail',
  'reset between node 1 and its database',
  'black hole between node 1 and its providers',
  'reset between node 2 and its redis',
])

/** Leaves nothing of a disk. @returns a function that makes room again */
function fill(disk: string): () => void {
  const filler = join(disk, 'filler')
  for (let tries = 0; ; tries += 1) {
    const { bavail, bsize } = statfsSync(disk)
    try {
      execFileSync('fallocate', ['--length', String(bavail * bsize), filler], { stdio: 'pipe' })
      return () => rmSync(filler)
    } catch (error) {
      // Others write meanwhile.
      if (tries === FILL_TRIES) throw error
    }
  }
}

/** A server that gave up because of it is started again, as by its supervisor. */
async function fillPostgresDisk({ disk, postgres, databaseUrl }: World): Promise<() => Promise<void>> {
  const empty = fill(disk)
  return async () => {
    empty()
    const isUp = await fetch(databaseUrl.replace('postgres:', 'http:')).then(
      () => true,
      (error: Error) => !String(error.cause).includes('ECONNREFUSED'),
    )
    if (!isUp) await postgres.start()
  }
}
