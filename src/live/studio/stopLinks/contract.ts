import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id, requiredText } from '../../../wire/fields.ts'

/** The page that a stop link opens; the token is the last part of its path. */
export const STOP_PAGE_PATH = '/stop'

export const StopLink = z.object({
  id,
  /** The creator's own name for it. */
  name: z.string(),
  isSingleUse: z.boolean(),
  createdAt: dateTime,
  /** Null while nobody has used it. */
  lastUsedAt: dateTime.nullable(),
})
export type StopLink = z.output<typeof StopLink>

export const listStopLinks = endpoint('GET /api/studio/stop-links', 'model', {
  summary: "One's own links that stop all of one's toys from any device, the newest first",
  output: z.array(StopLink),
})

export const createStopLink = endpoint('POST /api/studio/stop-links', 'model', {
  summary:
    'Make a link that stops all toys of its creator, without signing in; its address is shown only now',
  input: z.object({ name: requiredText('Geef de link een naam.', 40), isSingleUse: z.boolean() }),
  output: z.object({ link: StopLink, url: z.string(), qrCode: z.string() }),
  problems: ['CONFLICT'],
})

export const revokeStopLink = endpoint('DELETE /api/studio/stop-links/:linkId', 'model', {
  summary: 'Revoke a stop link',
  input: z.object({ linkId: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
})

const incomplete = 'Open de hele link opnieuw.'

export const stopByLink = endpoint('POST /api/stop', 'public', {
  summary: "Stop all of a creator's toys and end the sessions on them, by the token of a stop link",
  input: z.object({
    token: z.string(incomplete).min(1, incomplete).max(100, incomplete),
    /** Also goes off the air and blocks the last person, as the panic button does. */
    panic: z.boolean().default(false),
  }),
  output: z.object({ sessions: z.int() }),
  status: 200,
  rateLimited: false,
  problems: ['NOT_FOUND', 'RATE_LIMITED'],
})
