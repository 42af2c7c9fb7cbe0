import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, day, id, optionalText, pageFields, pageOf, singleLine } from '../../../wire/fields.ts'
import {
  ApplicationDetails,
  ApplicationState,
  countryField,
  IdentityDocument,
  Refusal,
  Verifier,
} from '../contract.ts'

/** Why an admin looks at an identity: it stands in the log of deeds. */
export const ReadReason = z.enum(['APPLICATION', 'RENEWAL', 'COMPLAINT', 'SCHEME', 'AUTHORITY'], {
  error: 'Kies waarom je dit bekijkt.',
})
export type ReadReason = z.output<typeof ReadReason>

export const ApplicationFilter = z.enum(['WAITING', 'DECIDED'])

export const ApplicationSummary = z.object({
  id,
  state: ApplicationState,
  applicant: z.object({ id, displayName: z.string() }),
  verifier: Verifier.nullable(),
  refusal: Refusal.nullable(),
  sentAt: dateTime.nullable(),
  decidedAt: dateTime.nullable(),
})
export type ApplicationSummary = z.output<typeof ApplicationSummary>

export const AdminApplication = ApplicationSummary.extend({
  /** The display names of the admin who approved first, and of the one who decided. */
  approvedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  explanation: z.string().nullable(),
  /** How many applications of hers were refused before because a document said that she was under 18. */
  refusedAsMinor: z.int(),
  documents: z.int(),
  /** Whether the admin has to say what the document tells. */
  needsReading: z.boolean(),
  needsSecond: z.boolean(),
  mayApprove: z.boolean(),
})
export type AdminApplication = z.output<typeof AdminApplication>

export const listApplications = endpoint('GET /api/admin/creator-applications', 'admin', {
  summary:
    'Applications of creators: those that wait, the oldest first, or those that were decided, the newest first',
  input: z.object({ status: ApplicationFilter, ...pageFields(25) }),
  output: pageOf(ApplicationSummary),
})

const one = z.object({ applicationId: id })

export const readApplication = endpoint('GET /api/admin/creator-applications/:applicationId', 'admin', {
  summary: 'An application, without who she is',
  input: one,
  output: AdminApplication,
})

export const IdentityFile = z.object({
  details: ApplicationDetails.nullable(),
  document: IdentityDocument.nullable(),
  /** Photos as `data:` addresses. */
  photos: z.array(z.string()),
})
export type IdentityFile = z.output<typeof IdentityFile>

export const openIdentity = endpoint(
  'POST /api/admin/creator-applications/:applicationId/identity',
  'admin',
  {
    summary: 'Who she is, for a reason that is logged',
    confirmation: 'recent',
    input: one.extend({ reason: ReadReason }),
    output: IdentityFile,
    status: 200,
  },
)

/** The data that an admin reads on a document. */
const DocumentReading = z.object(
  {
    kind: singleLine('Vul in wat voor document het is.', 60),
    country: countryField('Kies welk land het gaf.'),
    expiresOn: day,
    dateOfBirth: day,
  },
  'Vul in wat er op het document staat.',
)

/** A reading is required where no provider proved the document. */
export const ApprovalForm = z.object({ reading: DocumentReading.optional() })

export const RefusalForm = z.object({
  decision: z.enum(Refusal.options, { error: 'Kies waarom.' }),
  explanation: optionalText(1000),
})

export const decideApplication = endpoint(
  'POST /api/admin/creator-applications/:applicationId/decision',
  'admin',
  {
    summary:
      'Accept an application, approve it as the first of two admins, or refuse it with a reason that she is told. A document of a minor refuses it',
    confirmation: 'recent',
    input: one.extend({
      ...ApprovalForm.shape,
      ...RefusalForm.shape,
      decision: z.enum(['APPROVE', ...Refusal.options], { error: 'Kies een beslissing.' }),
    }),
    output: AdminApplication,
    status: 200,
    problems: ['CONFLICT', 'OWN_ACCOUNT'],
  },
)
