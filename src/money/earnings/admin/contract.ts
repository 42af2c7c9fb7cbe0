import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, dateTime, id, moment, pageFields, pageOf } from '../../../wire/fields.ts'
import { EarningSource } from '../contract.ts'

/** Cents that a creator, or all of them, have to come: all of it, the part that may be paid out, and the part that a bank can still take. */
const owed = { balanceCents: cents, payableCents: cents, atRiskCents: z.int() }

const CreatorEarnings = z.object({ creatorId: id, displayName: z.string(), ...owed })
export type CreatorEarnings = z.output<typeof CreatorEarnings>

export const listCreatorEarnings = endpoint('GET /api/admin/earnings', 'admin', {
  summary: 'The sums that creators have to come, the highest first',
  input: z.object(pageFields(25)),
  output: pageOf(CreatorEarnings).extend({ all: z.object(owed) }),
})

const shareTerms = {
  /** Null: of everyone without a share of her own. */
  creatorId: id.nullable(),
  source: EarningSource,
  basisPoints: z
    .int('Vul een percentage in.')
    .min(0, 'Vul een percentage vanaf 0 in.')
    .max(10_000, 'Vul hoogstens 100% in.'),
  deductsFee: z.boolean(),
  freeMinuteCents: cents.nullable(),
}

const AdminShare = z.object({ ...shareTerms, displayName: z.string().nullable(), startsAt: dateTime })
export type AdminShare = z.output<typeof AdminShare>

export const listEarningShares = endpoint('GET /api/admin/earnings/shares', 'admin', {
  summary: 'All shares that were noted, the newest first; none while the usual ones apply',
  output: z.array(AdminShare),
})

export const addEarningShare = endpoint('POST /api/admin/earnings/shares', 'admin', {
  summary: 'Note a share, of a creator or of everyone, for sessions and gifts that begin after it does',
  confirmation: 'recent',
  /** Without `startsAt`: from now. */
  input: z.object({ ...shareTerms, startsAt: moment().nullish() }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND'],
})
