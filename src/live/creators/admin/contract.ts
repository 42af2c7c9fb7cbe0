import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, pageFields, pageOf, requiredText } from '../../../wire/fields.ts'
import { SignedAgreement } from '../../agreements/contract.ts'
import { CreatorState, MAX_REASON_LENGTH, Suspension } from '../contract.ts'

/** APPEALED: suspended, and her appeal waits for a decision. */
export const CreatorStatus = z.enum(['ACTIVE', 'NOTICE', 'ENDED', 'SUSPENDED', 'APPEALED', 'LEFT'])
export type CreatorStatus = z.output<typeof CreatorStatus>

export const CreatorSummary = CreatorState.extend({
  /** Of the account. */
  id,
  displayName: z.string(),
  status: CreatorStatus,
})
export type CreatorSummary = z.output<typeof CreatorSummary>

export const listCreators = endpoint('GET /api/admin/creators', 'admin', {
  summary: 'Creators of the programme: appeals first, then suspensions, then the newest',
  input: z.object({
    /** Empty for all. */
    status: CreatorStatus.or(z.literal('')).nullish(),
    ...pageFields(25),
  }),
  output: pageOf(CreatorSummary),
})

export const AdminSuspension = Suspension.extend({
  /** The report whose decision it waits for. */
  caseId: id.nullable(),
  /** The display name of the admin; null for one by a report. */
  by: z.string().nullable(),
  /** Whether another admin has to decide on her appeal. */
  needsAnotherAdmin: z.boolean(),
})
export type AdminSuspension = z.output<typeof AdminSuspension>

export const CreatorDetail = CreatorSummary.extend({
  suspensions: z.array(AdminSuspension),
  agreements: z.array(SignedAgreement),
})
export type CreatorDetail = z.output<typeof CreatorDetail>

export const readCreator = endpoint('GET /api/admin/creators/:userId', 'admin', {
  summary: 'A creator with suspensions, their reasons, and the agreements that were signed',
  input: z.object({ userId: id }),
  output: CreatorDetail,
})

const reason = requiredText('Schrijf de reden: de creator leest die.', MAX_REASON_LENGTH)

export const SuspensionReason = z.object({ reason })

export const suspend = endpoint('POST /api/admin/creators/:userId/suspensions', 'admin', {
  summary: 'Suspend a creator, with a reason that she reads: off the air, and sessions on her toys end',
  confirmation: 'recent',
  input: SuspensionReason.extend({ userId: id }),
  output: CreatorDetail,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const SuspensionDecision = z.object({
  decision: z.enum(['LIFT', 'UPHOLD'], 'Kies wat er gebeurt.'),
  reason,
})

export const decideSuspension = endpoint(
  'POST /api/admin/creators/:userId/suspensions/:suspensionId/decision',
  'admin',
  {
    summary:
      'Lift a suspension, or decide on the appeal against it that it stays, with a reason that she reads',
    confirmation: 'recent',
    input: SuspensionDecision.extend({ userId: id, suspensionId: id }),
    output: CreatorDetail,
    problems: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const readCreatorAgreement = endpoint(
  'POST /api/admin/creators/:userId/agreements/:agreementId/read',
  'admin',
  {
    summary: 'An agreement that a creator signed; logged',
    confirmation: 'recent',
    input: z.object({ userId: id, agreementId: id }),
    /** A PDF in base64. */
    output: z.object({ filename: z.string(), pdf: z.string() }),
    status: 200,
    problems: ['NOT_FOUND'],
  },
)
