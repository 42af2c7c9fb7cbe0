import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

/** A kind of work, and how much there is of it. */
const QueueStats = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Failed, and will be tried again by itself. */
  retrying: z.int(),
  /** Failed, and given up. */
  failed: z.int(),
})
export type QueueStats = z.output<typeof QueueStats>

export const FailedJob = z.object({
  id,
  queue: z.string(),
  state: z.enum(['RETRYING', 'FAILED']),
  /** How often it was tried. */
  tries: z.int(),
  /** What went wrong, without what is secret or someone's own; null when nobody kept it. */
  error: z.string().nullable(),
  /** What it is about: ids, numbers and choices; anything else is `…`. */
  data: z.record(z.string(), z.unknown()),
  createdAt: dateTime,
  /** When it is tried again; null for what was given up. */
  nextAt: dateTime.nullable(),
})
export type FailedJob = z.output<typeof FailedJob>

/** What was written down with a fact, and has not left yet. */
const Outbox = z.object({
  count: z.int(),
  /** Since when the oldest of it waits. */
  since: dateTime.nullable(),
})
export type Outbox = z.output<typeof Outbox>

export const JOBS_PER_PAGE = 25

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'What is done later: how much waits, runs and failed, and a page of what failed, the newest first',
  access: 'admin',
  input: z.object({
    /** Those of one kind alone. */
    queue: z.string().max(100).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  output: z.object({
    queues: z.array(QueueStats),
    failed: z.array(FailedJob),
    total: z.int(),
    page: z.int(),
    mails: Outbox,
    news: Outbox,
  }),
})
const FailedJobSelection = z.object({
  queue: z.string().min(1).max(100),
  /** Left out: all of this kind that failed. */
  jobId: z.guid().optional(),
})

const Count = z.object({ count: z.int() })

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/retry',
  summary: 'Try what failed again, now: one, or all of a kind',
  access: 'admin',
  input: FailedJobSelection,
  output: Count,
  status: 200,
})

export const discardJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/discard',
  summary: 'Throw away what failed: one, or all of a kind',
  access: 'admin',
  input: FailedJobSelection,
  output: Count,
  status: 200,
})
