import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

/** A queue with its counts. */
const QueueStats = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  /** Failed, and waiting for a retry. */
  retrying: z.int(),
  /** Failed, without retries left. */
  failed: z.int(),
})
export type QueueStats = z.output<typeof QueueStats>

export const FailedJob = z.object({
  id,
  queue: z.string(),
  state: z.enum(['RETRYING', 'FAILED']),
  /** Attempts so far. */
  tries: z.int(),
  /** The error, without secrets and personal data; null when none was stored. */
  error: z.string().nullable(),
  /** The job's data: ids, numbers and enum values; anything else is `…`. */
  data: z.record(z.string(), z.unknown()),
  createdAt: dateTime,
  /** When it is retried; null when it has no retries left. */
  nextAt: dateTime.nullable(),
})
export type FailedJob = z.output<typeof FailedJob>

/** Rows of the outbox that are not sent yet. */
const Outbox = z.object({
  count: z.int(),
  /** When the oldest was written. */
  since: dateTime.nullable(),
})
export type Outbox = z.output<typeof Outbox>

export const JOBS_PER_PAGE = 25

export const listJobs = endpoint('GET /api/admin/jobs', 'admin', {
  summary: 'What is done later: how much waits, runs and failed, and a page of what failed, the newest first',
  input: z.object({
    /** Only jobs of this queue. */
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
  /** When omitted, all failed jobs of the queue. */
  jobId: z.guid().optional(),
})

const Count = z.object({ count: z.int() })

export const retryJobs = endpoint('POST /api/admin/jobs/retry', 'admin', {
  summary: 'Try what failed again, now: one, or all of a kind',
  input: FailedJobSelection,
  output: Count,
  status: 200,
})

export const discardJobs = endpoint('POST /api/admin/jobs/discard', 'admin', {
  summary: 'Throw away what failed: one, or all of a kind',
  confirmation: 'recent',
  input: FailedJobSelection,
  output: Count,
  status: 200,
})
