import { z } from 'zod'
import { LegalContent } from '../../people/legal/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id } from '../../wire/fields.ts'

export const SignedAgreement = z.object({
  id,
  version: z.int(),
  label: z.string(),
  textHash: z.string(),
  signedAt: dateTime,
  withdrawnAt: dateTime.nullable(),
})
export type SignedAgreement = z.output<typeof SignedAgreement>

export const Agreement = z.object({
  version: z.int(),
  label: z.string(),
  /** When it was published; null for the text that the shop began with. */
  publishedAt: dateTime.nullable(),
  /** SHA-256 of the text, which a signature names. */
  textHash: z.string(),
  body: LegalContent,
  /** Whether one has signed this version and not withdrawn it. */
  isSigned: z.boolean(),
  /** One's own, the newest first. */
  signed: z.array(SignedAgreement),
})
export type Agreement = z.output<typeof Agreement>

export const readAgreement = endpoint('GET /api/creator-agreement', 'customer', {
  summary: 'The agreement for creators as it is now, and what one has signed of it',
  output: Agreement,
})

const agreed = 'Vink aan dat je de overeenkomst hebt gelezen en ermee akkoord gaat.'

export const AgreementSignature = z.object({ isAgreed: z.boolean(agreed).refine(Boolean, agreed) })

export const signAgreement = endpoint('POST /api/creator-agreement', 'customer', {
  summary: 'Sign exactly the text that was shown; again changes nothing',
  input: AgreementSignature.extend({
    version: z.int().min(0).max(1_000_000),
    textHash: z.string().regex(/^[\da-f]{64}$/),
  }),
  output: Agreement,
  problems: ['CONFLICT'],
})

export const withdrawAgreement = endpoint('POST /api/creator-agreement/withdraw', 'customer', {
  summary: 'Withdraw all that one signed, at once: off the air, and sessions on own toys end',
  output: Agreement,
  status: 200,
  problems: ['CONFLICT'],
})

export const downloadAgreement = endpoint('GET /api/creator-agreement/:agreementId/pdf', 'customer', {
  summary: 'An agreement that one signed, as a PDF',
  input: z.object({ agreementId: id }),
  output: z.null(),
  sends: 'application/pdf',
})
