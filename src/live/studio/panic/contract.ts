import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id } from '../../../wire/fields.ts'

export const PANIC_PAGE_PATH = '/studio/na-paniek'

/** The effects of the last panic that still hold. */
export const Panic = z.object({
  /** Null when nobody played in the ten minutes before it. */
  panickedAt: dateTime.nullable(),
  /** The players of the sessions that it ended, else the last player. */
  people: z.array(
    z.object({
      userId: id,
      displayName: z.string(),
      sessionId: id,
      isBlocked: z.boolean(),
    }),
  ),
  isOnAir: z.boolean(),
})
export type Panic = z.output<typeof Panic>

export const panic = endpoint('POST /api/studio/panic', 'model', {
  summary:
    "Stop all of one's toys, then end the sessions, go off the air and block the last person; each step despite the others",
  output: z.object({ sessions: z.int() }),
  status: 200,
  rateLimited: false,
})

export const readPanic = endpoint('GET /api/studio/panic', 'model', {
  summary: "What one's panic of the last day did",
  output: Panic,
})
