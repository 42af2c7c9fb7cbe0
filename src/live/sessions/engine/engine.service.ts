import { createBatchLoader } from '../../../platform/batchLoader.ts'
import { isLiveRow } from '../rules.ts'
import { createKeyedMutex, type KeyedMutex } from '../../../platform/keyedMutex.ts'
import { createRateLimit, type RateLimit } from '../../../platform/rateLimit.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ToyProvider } from '../../toys/contract.ts'
import type { ToyDriver } from '../../toys/gateway.ts'
import type { Cluster, LeaseRenewal } from '../cluster/cluster.service.ts'
import { findNewestSession, type TransitionedSession } from '../service.ts'
import type { LiveSession, SessionWithToy } from './sessionState.rules.ts'
import { createNoSessionCache, type NoSessionCache } from './noSessionCache.service.ts'
import { createToyReachability, type ToyReachability } from './toyReachability.service.ts'
import type { ToyCommandQueue } from './toyCommandQueue.service.ts'

/** Commands of one user, over all their tabs, by socket and by HTTP. */
const MAX_COMMANDS_PER_SECOND = 20
/** Sessions that simply go on are written together: each waits this long for others, in milliseconds. */
const BATCH_WINDOW_MS = 50

/**
 * All that this node knows while it moves toys. It is data: the functions that take it are, each importing only those before it,
 * `toyControl` (the toy), `sessionRegistry` (the rows), `sessionTicker` (the clock), `command` (a command's way) and
 * `sessionController` (for other slices).
 */
export interface Engine {
  readonly platform: Platform
  readonly cluster: Cluster
  readonly drivers: Readonly<Record<ToyProvider, ToyDriver>>
  readonly reachability: ToyReachability
  /** By user id, the live session. */
  readonly live: Map<string, LiveSession>
  /** By user id, the session that ended last here: whoever watches it learns how. */
  readonly ended: Map<string, SessionWithToy>
  /** Who has no live session, so that their commands cost no query each. */
  readonly noSession: NoSessionCache<SessionWithToy>
  /** By provider uid and toy id. */
  readonly queues: Map<string, ToyCommandQueue>
  /** One transition a session at a time, so that what is read last is also known last. */
  readonly sessionMutex: KeyedMutex
  readonly commandLimit: RateLimit
  /** Until the other nodes are told what a session's toy does. */
  readonly outputTimers: Map<LiveSession, NodeJS.Timeout>
  /** Renews a lease together with others; undefined when the session does not simply go on. */
  readonly renewLease: (renewal: LeaseRenewal) => Promise<TransitionedSession | undefined>
}

/** Builds the record; nothing is started. */
export function createEngine(platform: Platform, cluster: Cluster, drivers: Engine['drivers']): Engine {
  const { db, config, now } = platform
  return {
    platform,
    cluster,
    drivers,
    reachability: createToyReachability(platform),
    live: new Map(),
    ended: new Map(),
    noSession: createNoSessionCache(
      userId => findNewestSession(db, userId),
      ({ session }) => isLiveRow(session),
    ),
    queues: new Map(),
    sessionMutex: createKeyedMutex(),
    commandLimit: createRateLimit(Math.ceil(MAX_COMMANDS_PER_SECOND * config.rateLimitFactor), 1000, now),
    outputTimers: new Map(),
    renewLease: createBatchLoader(
      (renewals: LeaseRenewal[]) => cluster.renewLeases(renewals),
      BATCH_WINDOW_MS,
    ),
  }
}
