import type { PublishedContent } from '../wire/content.ts'
import type { Settings } from '../wire/settings.ts'
import type { VatRate } from '../wire/vat.ts'
import type { Bus } from './cluster/bus.ts'
import type { Config } from './config.ts'
import type { RateLimitStore } from './http/rateLimitStore.ts'
import type { DataCipher } from './crypto/dataCipher.ts'
import type { Database, Db } from './db/db.ts'
import type { FilesProbe } from './files/fileStores.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { KeyDerivation } from './crypto/keys.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { PrivateFiles } from './files/privateFiles.ts'
import type { FileStorage } from './files/storage.ts'

/** This node's copy of the settings, read without waiting. */
export interface SettingsCache {
  readonly current: Settings
  /** Resolves when `current` is at least as new as the database at the time of the call. */
  refresh(): Promise<void>
  close(): void
}

/** This node's copy of the published texts, read without waiting. */
export interface ContentCache {
  /** The content that is published under a key; undefined while its default applies. */
  published(key: string): PublishedContent | undefined
  /** Resolves when `published` is at least as new as the database at the time of the call. */
  refresh(): Promise<void>
  close(): void
}

/** This node's copy of the VAT rates of all countries, read without waiting. */
export interface VatRatesCache {
  readonly current: readonly VatRate[]
  /** Resolves when `current` is at least as new as the database at the time of the call. */
  refresh(): Promise<void>
  close(): void
}

/** The parts of a node for its slices. A function takes only the parts that it needs. */
export interface Platform {
  config: Config
  settings: SettingsCache
  content: ContentCache
  vatRates: VatRatesCache
  db: Db
  /** For short statements outside of transactions that many requests make at once; see `Database`. */
  pipelinedReads: Db
  pipelinedWrites: Db
  pipelinedSearches: Db
  staleReads: Database['staleReads']
  jobs: Jobs
  /** Aborted when the node is about to stop: it still serves, while proxies and sockets go to another one. */
  draining: AbortSignal
  bus: Bus
  /** The rate limit counters that nodes share; null for a single node. */
  rateLimitStore: RateLimitStore | null
  storage: FileStorage
  /** Large files that are never public: sold downloads. */
  files: PrivateFiles
  areFilesReachable: FilesProbe
  log: Log
  /** The usage of the database pool, where there is one. */
  isReplicaUsed?: Database['isReplicaUsed']
  connections?: Database['connections']
  /** Undefined when metrics are off. */
  metrics?: Metrics | undefined
  now: () => Date
  /** Our own public origin, `https://…` without a slash at the end; never made from a request's headers. */
  origin: () => string
  /** Derives a 256-bit key for one purpose, the same on every node and after a restart; reveals no other purpose's key. */
  keyFor: KeyDerivation
  /** The same from the secret before, while that is being replaced; else null. */
  earlierKeyFor: KeyDerivation | null
  /** Encrypts texts before they are stored. */
  dataCipher: DataCipher
}
