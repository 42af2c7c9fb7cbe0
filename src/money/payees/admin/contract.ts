import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id } from '../../../wire/fields.ts'
import { NameCheck, PayeeInput } from '../contract.ts'

export const AdminPayee = z.object({
  userId: id,
  /** Named by a check, so that it is about these details. */
  version: z.int(),
  /** Null when she gave none. */
  details: PayeeInput.omit({ companyName: true, agreesSelfBilling: true })
    .extend({ taxNumber: z.string(), iban: z.string(), holderName: z.string() })
    .nullable(),
  usableAt: dateTime.nullable(),
  nameCheck: NameCheck.nullable(),
  nameCheckedBy: z.string().nullable(),
  nameCheckedAt: dateTime.nullable(),
})
export type AdminPayee = z.output<typeof AdminPayee>

export const readPayeeOf = endpoint('GET /api/admin/payees/:userId', 'admin', {
  summary: 'To whom and where the earnings of a creator are paid',
  input: z.object({ userId: id }),
  output: AdminPayee,
  problems: ['NOT_FOUND'],
})

export const setNameCheck = endpoint('PUT /api/admin/payees/:userId/name-check', 'admin', {
  summary: 'Note the bank’s answer on the name of a creator’s IBAN; 409 when her details changed since',
  confirmation: 'recent',
  input: z.object({ userId: id, version: z.int().min(0).max(1_000_000), nameCheck: NameCheck }),
  output: AdminPayee,
  problems: ['NOT_FOUND', 'CONFLICT'],
})
