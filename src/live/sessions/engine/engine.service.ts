import { createBatchLoader, READS_AT_ONCE } from '../../../platform/db/batchLoader.ts'
import { isLiveRow } from '../rules.ts'
import { createKeyedMutex, type KeyedMutex } from '../../../platform/cluster/keyedMutex.ts'
import { createRateLimit, type RateLimit } from '../../../platform/http/rateLimit.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ToyProvider } from '../../toys/contract.ts'
import { type ToyDriver, ToyOfflineError, type ToyTarget } from '../../toys/gateway.ts'
import type { Cluster } from '../cluster/cluster.service.ts'
import { findNewestSessions } from '../service.ts'
import type { LeaseRenewal, LiveSession, SessionWithToy, TransitionedSession } from './sessionState.rules.ts'
import { createNoSessionCache, type NoSessionCache } from './noSessionCache.service.ts'
import type { ToyCommandQueue } from './toyCommandQueue.service.ts'
import type { AnswerRecorder } from './toyQueues.service.ts'
import { setToyUnreachableAt } from '../../toys/service.ts'
import { createUnstoppedToys, type UnstoppedToys } from './unstoppedToys.service.ts'

/** Rate limit on the commands of one user, over all tabs, by socket and by HTTP. */
const MAX_COMMANDS_PER_SECOND = 20
/** How long a lease renewal waits for others, in milliseconds, so that they are written together. */
const BATCH_WINDOW_MS = 50
/** Milliseconds for which the renewal of a cached answer, that a user has no session, waits for others. */
const RENEWAL_WINDOW_MS = 250

/**
 * The engine's state on this node, as data. The modules with functions on it import only those before them in this list:
 * `toyControl` (the toy), `sessionRegistry` (the rows), `meterPauses` (the pauses of a meter), `sessionTicker` (the clock),
 * `command` (the path of a command), `handover` and `sessionController` (the interface for other slices).
 */
export interface Engine {
  readonly platform: Platform
  readonly cluster: Cluster
  readonly drivers: Readonly<Record<ToyProvider, ToyDriver>>
  /** Is told what providers take and refuse. The session controller sets it, since it moves sessions. */
  readonly answers: AnswerRecorder
  readonly reachability: ReturnType<typeof createToyReachability>
  readonly unstopped: UnstoppedToys
  /** Whether another node controls a toy now; false as well when the database does not say. */
  readonly isControlledElsewhere: (target: Pick<ToyTarget, 'toyId'>) => Promise<boolean>
  /** The live session, by user id. */
  readonly live: Map<string, LiveSession>
  /** The session that ended last on this node, by user id: its watchers are shown how it ended. */
  readonly ended: Map<string, SessionWithToy>
  /** Users without a live session, so that not each of their commands costs a query. */
  readonly noSession: NoSessionCache<SessionWithToy>
  /** By provider uid and toy id. */
  readonly queues: Map<string, ToyCommandQueue>
  /** One transition at a time per session, so that the registry ends with the row that was read last. */
  readonly sessionMutex: KeyedMutex
  readonly commandLimit: RateLimit
  /** Timers until the output of a session's toy is sent to the other nodes. */
  readonly outputTimers: Map<LiveSession, NodeJS.Timeout>
  /** Set when this node stops: it takes no lease and no command any more. Resolves when it has released its leases. */
  leaving: Promise<void> | null
  /** Set when this node has stopped the toys that it leaves. Resolves when their stops were sent again for the last time. */
  stopsRepeated: Promise<void> | null
  /** Renews a lease in a batch; undefined when the session needs a transition of its own. */
  readonly renewLease: (renewal: LeaseRenewal) => Promise<TransitionedSession | undefined>
}

/** Builds the record; starts nothing. */
export function createEngine(platform: Platform, cluster: Cluster, drivers: Engine['drivers']): Engine {
  const { db, config, now } = platform
  const readNewest = (userIds: string[]) => findNewestSessions(db, userIds)
  return {
    platform,
    cluster,
    drivers,
    answers: { recordRun: () => undefined, recordStop: () => undefined, recordRead: () => undefined },
    reachability: createToyReachability(platform),
    unstopped: createUnstoppedToys(platform),
    isControlledElsewhere: createControlLookup(platform, cluster),
    live: new Map(),
    ended: new Map(),
    noSession: createNoSessionCache(
      {
        load: createBatchLoader(readNewest, { maxRunning: READS_AT_ONCE }),
        renew: createBatchLoader(readNewest, { gatherMs: RENEWAL_WINDOW_MS }),
      },
      ({ session }) => isLiveRow(session),
    ),
    queues: new Map(),
    sessionMutex: createKeyedMutex(),
    commandLimit: createRateLimit(Math.ceil(MAX_COMMANDS_PER_SECOND * config.rateLimitFactor), 1000, now),
    outputTimers: new Map(),
    leaving: null,
    stopsRepeated: null,
    renewLease: createBatchLoader((renewals: LeaseRenewal[]) => cluster.renewLeases(renewals), {
      gatherMs: BATCH_WINDOW_MS,
    }),
  }
}

/** Asks about many toys at once, and only where other nodes may exist. */
function createControlLookup({ log }: Platform, cluster: Cluster): Engine['isControlledElsewhere'] {
  const isTaken = createBatchLoader(async (toyIds: string[]) => {
    const taken = await cluster.findToysElsewhere()
    return new Map(toyIds.map(toyId => [toyId, taken.has(toyId)]))
  })
  return async ({ toyId }) => {
    if (!cluster.isShared) return false
    try {
      return (await isTaken(toyId)) ?? false
    } catch (error) {
      log.warn({ err: error }, 'could not read which node controls a toy')
      return false
    }
  }
}

/**
 * Stores for each toy whether its app takes commands. An app in the background may keep reporting while it refuses every command:
 * only a command that is taken proves that the toy is reachable.
 */
function createToyReachability({ db, bus, log, now }: Platform) {
  const unreachable = new Set<string>()

  async function save(toyId: string, unreachableAt: Date | null): Promise<void> {
    try {
      await setToyUnreachableAt(db, toyId, unreachableAt)
      bus.publish('toys.changed', null)
    } catch (error) {
      log.warn({ err: error }, 'whether a toy can be reached was not saved')
    }
  }

  return {
    /** Records the result of a request to a toy; the error is null when it was taken. */
    record: ({ toyId }: ToyTarget, error: unknown): void => {
      if (error === null) {
        if (unreachable.delete(toyId)) void save(toyId, null)
      } else if (error instanceof ToyOfflineError && !unreachable.has(toyId)) {
        unreachable.add(toyId)
        void save(toyId, now())
      }
    },
    /** The toy may take commands again: the next answer counts. */
    recheck: ({ toyId }: ToyTarget) => void unreachable.add(toyId),
  }
}
