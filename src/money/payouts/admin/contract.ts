import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id, singleLine } from '../../../wire/fields.ts'
import { PayoutRefusal, PayoutRunState, PayoutState } from '../contract.ts'

export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024

const creator = z.object({ creatorId: id, name: z.string(), cents: z.int() })

const Payout = creator.extend({
  id,
  state: PayoutState,
  endToEndId: z.string(),
  returnReason: z.string().nullable(),
})

export const PayoutRun = z.object({
  id,
  state: PayoutRunState,
  createdAt: dateTime,
  executionOn: z.string(),
  filedAt: dateTime.nullable(),
  payouts: z.array(Payout),
})
export type PayoutRun = z.output<typeof PayoutRun>

export const PayoutOverview = z.object({
  /** Whether the settings have an account to pay from. */
  hasAccount: z.boolean(),
  /** The newest first, at most fifty. */
  runs: z.array(PayoutRun),
  /** Creators to whom something is payable; those without a refusal are in the next run. */
  due: z.array(creator.extend({ refusal: PayoutRefusal.nullable() })),
})
export type PayoutOverview = z.output<typeof PayoutOverview>

export const readPayouts = endpoint('GET /api/admin/payouts', 'admin', {
  summary: 'Runs of payouts, and the creators to whom something is payable, with why they are not paid now',
  output: PayoutOverview,
})

export const makePayoutRun = endpoint('POST /api/admin/payout-runs', 'admin', {
  summary: 'Make a run of all payouts that are due; 409 while another one waits, or nobody can be paid',
  confirmation: 'recent',
  output: PayoutOverview,
  problems: ['CONFLICT'],
})

export const filePayoutRun = endpoint('POST /api/admin/payout-runs/:runId/file', 'admin', {
  summary:
    'The file of a run for the bank (pain.001.001.09), the same each time; the first time marks it as filed',
  confirmation: 'recent',
  input: z.object({ runId: id }),
  output: z.object({ filename: z.string(), xml: z.string() }),
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const returnPayout = endpoint('POST /api/admin/payouts/:payoutId/return', 'admin', {
  summary: 'Note that a payout came back, or is not made: the money is owed to the creator again',
  confirmation: 'recent',
  input: z.object({ payoutId: id, reason: singleLine('Vul in waarom de betaling terugkwam.', 100) }),
  output: PayoutOverview,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

const StatementResult = z.object({
  paid: z.int(),
  returned: z.int(),
  /** Movements of payouts that were settled before. */
  known: z.int(),
  unknown: z.array(
    z.object({
      isDebit: z.boolean(),
      cents: z.int(),
      day: z.string().nullable(),
      endToEndId: z.string().nullable(),
    }),
  ),
})
export type StatementResult = z.output<typeof StatementResult>

export const readStatement = endpoint('POST /api/admin/payout-statements', 'admin', {
  summary:
    'Settle payouts by a bank statement (camt.053), in the field `file` of a form; again changes nothing',
  confirmation: 'recent',
  output: StatementResult,
  status: 200,
  problems: ['INVALID_INPUT', 'TOO_LARGE', 'UNSUPPORTED_TYPE'],
})
