import { z } from 'zod'
import { CONSENT_TEXT_VERSIONS } from '../../wire/consent.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const recordConsent = endpoint('POST /api/consents', 'public', {
  summary:
    'Keep what a browser consented to or took back, with the version of the text, as proof (Reg. (EU) 2016/679, art. 7(1))',
  input: z.object({
    /** A random number that the browser made when it first consented; it says nothing about its visitor. */
    number: z.string().regex(/^[0-9a-f]{32}$/),
    textVersion: z.enum(CONSENT_TEXT_VERSIONS),
    /** When it was chosen, by the browser's clock; without it, now. */
    chosenAt: z.iso.datetime().optional(),
    analytics: z.boolean(),
    functional: z.boolean(),
  }),
  output: z.null(),
})
