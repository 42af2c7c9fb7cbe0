import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, requiredText } from '../../wire/fields.ts'

/** The subject of an objection: a session or a gift among a creator's earnings, or an invoice that was made in her name. */
export const ObjectionSubject = z.enum(['LINE', 'INVOICE'])
export type ObjectionSubject = z.output<typeof ObjectionSubject>

export const Objection = z.object({
  reason: z.string(),
  createdAt: dateTime,
  /** The last day, in Brussels, on which an answer is in time. */
  dueOn: z.iso.date(),
  /** Null until it is answered. */
  answer: z.string().nullable(),
  answeredAt: dateTime.nullable(),
})
export type Objection = z.output<typeof Objection>

/** The fields of a subject: its last objection, and whether she may object to it now. */
export const objectionFields = { objection: Objection.nullable(), canObject: z.boolean() }

export const objectToEarnings = endpoint('POST /api/studio/objections', 'customer', {
  summary:
    'Object to a line of one’s own earnings within 90 days, or to an invoice in one’s own name within its term; one unanswered objection each',
  input: z.object({
    subject: ObjectionSubject,
    subjectId: id,
    reason: requiredText('Schrijf wat er niet klopt.', 1000),
  }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'CONFLICT'],
})
