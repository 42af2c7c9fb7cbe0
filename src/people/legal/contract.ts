import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'

export const LegalSection = z.object({
  /** The anchor; must not change with the title, because other pages link to it. Empty for a section that an admin added. */
  id: z.string(),
  title: z.string(),
  text: z.string(),
})
export type LegalSection = z.output<typeof LegalSection>

export const LegalContent = z.object({ intro: z.string(), sections: z.array(LegalSection) })
export type LegalContent = z.output<typeof LegalContent>

export const LegalDocument = z.enum(['terms', 'privacy', 'guarantee', 'complaints', 'agePolicy'])
export type LegalDocument = z.output<typeof LegalDocument>

const LegalVersion = z.object({
  label: z.string(),
  /** Null for the text that the shop began with. */
  publishedAt: dateTime.nullable(),
})

export const LegalText = LegalVersion.extend({
  body: LegalContent,
  /** Whether this version applies now. */
  isCurrent: z.boolean(),
  /** The newest first. */
  versions: z.array(LegalVersion),
})
export type LegalText = z.output<typeof LegalText>

export const readLegalText = endpoint('GET /api/legal/:document', 'public', {
  summary:
    'A legal text, such as the terms or the privacy policy: the version that applies, or an earlier one',
  input: z.object({ document: LegalDocument, version: z.string().max(20).optional() }),
  output: LegalText,
})
