import type { Settings } from '../wire/settings.ts'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { RateLimitStore } from './rateLimitStore.ts'
import type { Database, Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { FileStorage } from './storage.ts'

/** What the owner has set, as this node last heard: read at once, on any path. */
export interface SettingsCache {
  readonly current: Settings
  /** Resolves when `current` is what the database held after the call, or something newer. */
  refresh(): Promise<void>
  close(): void
}

/** What a node gives its slices; those that need only the database take just that. */
export interface Platform {
  config: Config
  settings: SettingsCache
  db: Db
  jobs: Jobs
  bus: Bus
  /** What nodes count together; null for a node that is alone. */
  rateLimitStore: RateLimitStore | null
  storage: FileStorage
  log: Log
  /** How busy the database's pool is, where there is one. */
  connections?: Database['connections']
  /** Left out, nothing is measured. */
  metrics?: Metrics | undefined
  now: () => Date
  /** Our own public origin, `https://…` without a slash at the end; never made from a request's headers. */
  origin: () => string
  /** 256 bits for one purpose, the same on every node and after a restart; from them no other purpose's can be told. */
  keyFor: (purpose: string) => Buffer
}
