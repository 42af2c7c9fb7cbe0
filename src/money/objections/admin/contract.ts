import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, requiredText } from '../../../wire/fields.ts'
import { Objection, ObjectionSubject } from '../contract.ts'

const AdminObjection = Objection.extend({
  id,
  creatorId: id,
  displayName: z.string(),
  subject: ObjectionSubject,
  /** Of its subject: the number of the invoice, or the toy or gift with the day. */
  name: z.string(),
  /** Whether it is unanswered and its last day is over. */
  isLate: z.boolean(),
})
export type AdminObjection = z.output<typeof AdminObjection>

export const listObjections = endpoint('GET /api/admin/objections', 'admin', {
  summary:
    'Objections of creators: unanswered ones by their last day, then the newest answers; at most a hundred',
  output: z.array(AdminObjection),
})

export const answerObjection = endpoint('POST /api/admin/objections/:objectionId/answer', 'admin', {
  summary: 'Answer an objection of a creator, who is told; 409 when it was answered before',
  input: z.object({ objectionId: id, answer: requiredText('Schrijf je antwoord.', 1000) }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'CONFLICT'],
})
