import type { Settings } from '../wire/settings.ts'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import type { Database, Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Measures } from './measure.ts'
import type { Storage } from './storage.ts'

/** What the owner has set, as this node last heard: read at once, on any path. */
export interface SettingsMemory {
  readonly current: Settings
  /** Resolves when `current` is what the database held after the call, or something newer. */
  lookAgain(): Promise<void>
  close(): void
}

/** What a node gives its slices; those that need only the database take just that. */
export interface Platform {
  config: Config
  settings: SettingsMemory
  db: Db
  jobs: Jobs
  bus: Bus
  /** What nodes count together; null for a node that is alone. */
  counters: Counters | null
  storage: Storage
  log: Log
  /** How busy the database's pool is, where there is one. */
  connections?: Database['connections']
  /** Left out, nothing is measured. */
  measures?: Measures | undefined
  now: () => Date
  /** Our own public origin, `https://…` without a slash at the end; never made from a request's headers. */
  origin: () => string
  /** 256 bits for one purpose, the same on every node and after a restart; from them no other purpose's can be told. */
  keyFor: (purpose: string) => Buffer
}
