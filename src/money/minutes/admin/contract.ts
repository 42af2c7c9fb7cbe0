import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, optionalText, cents } from '../../../wire/fields.ts'
import {
  PackageId,
  AdminMinutePackage,
  StoredMinutePackages,
  AdminMinutePurchase,
  DebtResolution,
  MinuteDebt,
} from '../contract.ts'

/** All packages, in the order in which they are offered. */
const MinutePackageList = z
  .array(AdminMinutePackage)
  .length(PackageId.options.length)
  .superRefine((packages, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message })
    if (new Set(packages.map(({ id: each }) => each)).size < packages.length)
      refuse('Een pakket staat er dubbel in.')
    if (packages.every(({ active }) => !active)) refuse('Laat minstens één pakket te koop.')
    if (packages.filter(({ popular }) => popular).length > 1) refuse('Noem hoogstens één pakket populair.')
    for (const [index, { normalPrice, sessionPrice, popular, active }] of packages.entries()) {
      if (sessionPrice > normalPrice)
        refuse('In een sessie kan een pakket niet duurder zijn.', index, 'sessionPrice')
      if (popular && !active) refuse('Een pakket dat niet te koop is, is niet populair.', index, 'popular')
    }
  })

export const readMinutePackages = endpoint('GET /api/admin/minute-packages', 'admin', {
  summary: 'All minute packages with both prices, in order; also those that are not for sale',
  output: StoredMinutePackages,
})

export const changeMinutePackages = endpoint('PUT /api/admin/minute-packages', 'admin', {
  summary: 'Set all minute packages; what was bought keeps its name, minutes and price',
  confirmation: 'recent',
  input: z.object({ version: z.int().min(0), packages: MinutePackageList }),
  output: StoredMinutePackages,
  problems: ['CONFLICT'],
})

export const listMinutePurchases = endpoint('GET /api/admin/users/:userId/minute-purchases', 'admin', {
  summary: "Someone's purchases of minutes, newest first, with what of each is unused",
  input: z.object({ userId: id }),
  output: z.array(AdminMinutePurchase),
})

export const refundMinutes = endpoint('POST /api/admin/minute-purchases/:purchaseId/refund', 'admin', {
  summary: 'Give the money of unused minutes of a purchase back: so many, or all that is unused',
  confirmation: 'recent',
  idempotent: true,
  input: z.object({
    purchaseId: id,
    minutes: z.int().min(1, 'Kies minstens 1 minuut.').optional(),
    reason: optionalText(200),
  }),
  /** The refunded minutes and cents, and the minutes that are still refundable. */
  output: z.object({ refundId: id, minutes: z.int(), amount: cents, left: z.int() }),
  problems: ['ORDER_NOT_PAID', 'REFUND_TOO_LARGE'],
})

export const listMinuteDebts = endpoint('GET /api/admin/users/:userId/minute-debts', 'admin', {
  summary: 'What someone owes, or owed, for minutes whose payment was charged back, newest first',
  input: z.object({ userId: id }),
  output: z.array(MinuteDebt),
})

export const settleMinuteDebt = endpoint('POST /api/admin/minute-debts/:debtId/settle', 'admin', {
  summary: 'Note that a debt was paid outside of the shop, or is waived; its buyer can buy again',
  confirmation: 'recent',
  input: z.object({ debtId: id, resolution: DebtResolution }),
  output: MinuteDebt,
  status: 200,
})
