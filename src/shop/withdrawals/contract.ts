import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import {
  dateTime,
  email,
  id,
  optionalPageFields,
  optionalText,
  pageOf,
  quantity,
  requiredText,
} from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

const numberMessage = 'Vul je bestelnummer in, zoals 2026-000042.'

export const WithdrawalInput = z.object({
  name: requiredText('Vul je naam in.', 120),
  email,
  orderNumber: z
    .string({ error: numberMessage })
    .trim()
    .regex(/^\d{4}-\d{6,9}$/, numberMessage),
  /** The lines of the order; omitted or empty, all of them. */
  itemIds: z.array(id).max(100).nullish(),
  /** How many of a line, when not all that are left of it; such a line need not be among `itemIds`. */
  quantities: z
    .array(
      z.object({
        itemId: id,
        quantity,
      }),
    )
    .max(100)
    .nullish(),
  /** Free text of the customer: product names, or anything else. */
  remark: optionalText(1000),
})

export const requestWithdrawal = endpoint('POST /api/withdrawals', 'public', {
  summary:
    'Withdraw from a purchase; the answer never tells whether the order exists, the receipt goes by mail',
  input: WithdrawalInput,
  output: z.object({ receivedAt: dateTime }),
  status: 202,
})

/** Why a line is refused; `OTHER` requires a text. */
export const RefusalReason = z.enum(['SEAL_BROKEN', 'DIGITAL', 'TOO_LATE', 'OTHER'])
export type RefusalReason = z.output<typeof RefusalReason>

/** A line of a withdrawal: all lines of the order when none was selected. */
export const WithdrawalLine = z.object({
  itemId: id,
  name: z.string(),
  /** The units that are withdrawn. */
  quantity: z.int(),
  /** Of these, those that are taken back; null unless it was accepted. */
  acceptedQuantity: z.int().nullable(),
  /** Delivered immediately with consent: there is no right to withdraw. */
  isDigital: z.boolean(),
  /** A parcel with it left, so that it has to come back: no gift card, nothing digital, nothing that still waits. */
  isShipped: z.boolean(),
  /** Can be returned only with its seal intact. */
  hygieneSealed: z.boolean(),
  /** Null until it is decided. */
  accepted: z.boolean().nullable(),
  reason: RefusalReason.nullable(),
  note: z.string().nullable(),
  decidedAt: dateTime.nullable(),
})
export type WithdrawalLine = z.output<typeof WithdrawalLine>

export const Withdrawal = z.object({
  id,
  name: z.string(),
  email: z.string(),
  orderNumber: z.string(),
  /** Null when no order of this number belongs to this e-mail address. */
  orderId: id.nullable(),
  /** The selected lines; an empty list means all of them, or those that the remark names. */
  itemIds: z.array(id),
  /** Submitted ids that are not lines of this order. */
  unmatched: z.array(z.string()),
  lines: z.array(WithdrawalLine),
  /** The names of selected lines of which earlier withdrawals have every unit. */
  withdrawnBefore: z.array(z.string()),
  remark: z.string().nullable(),
  receivedAt: dateTime,
  handledAt: dateTime.nullable(),
  accepted: z.boolean().nullable(),
  answer: z.string().nullable(),
  /** By when its money has to be refunded; null when it was not accepted, or nothing is owed any more. */
  refundDueAt: dateTime.nullable(),
})
export type Withdrawal = z.output<typeof Withdrawal>

export const listWithdrawals = endpoint('GET /api/admin/withdrawals', 'admin', {
  summary: 'All withdrawals, those that wait for an answer first: paged when `page` is given, else an array',
  input: z.object({
    /** Empty for all; of those that are handled, `REFUND_DUE` has the ones whose money is still owed. */
    state: z.enum(['OPEN', 'REFUND_DUE', 'HANDLED']).or(z.literal('')).nullish(),
    /** Part of a name, an e-mail address or an order number. */
    q: optionalText(120),
    ...optionalPageFields(25),
  }),
  /** The total is at most 10,000. */
  output: z.union([z.array(Withdrawal), pageOf(Withdrawal)]),
})

export const answerWithdrawal = endpoint('PUT /api/admin/withdrawals/:withdrawalId', 'admin', {
  summary: 'Accept a withdrawal or say why not, once; the customer hears of it by mail',
  input: z.object({
    withdrawalId: id,
    accepted: z.boolean('Kies of je de herroeping aanvaardt.'),
    answer: requiredText('Zeg de klant hoe het verder gaat.', 1000),
  }),
  output: Withdrawal,
})

const LineDecision = z
  .object({
    itemId: id,
    accepted: z.boolean('Kies of je deze regel terugneemt.'),
    /** How many units are taken back; omitted for all that were withdrawn. Means nothing of a refused line. */
    quantity: quantity.nullish(),
    reason: RefusalReason.nullish().transform(reason => reason ?? null),
    note: optionalText(500),
  })
  .refine(({ accepted, reason }) => accepted === (reason === null), {
    path: ['reason'],
    error: 'Geef een reden als je een regel niet terugneemt.',
  })
  .refine(({ reason, note }) => reason !== 'OTHER' || note !== null, {
    path: ['note'],
    error: 'Zeg de klant waarom niet.',
  })
export type LineDecision = z.output<typeof LineDecision>

export const decideLines = endpoint('PUT /api/admin/withdrawals/:withdrawalId/lines', 'admin', {
  summary: 'Take lines of a withdrawal back, or refuse them with a reason; the customer hears of it by mail',
  input: z.object({
    withdrawalId: id,
    lines: z.array(LineDecision).min(1, 'Kies minstens één regel.').max(100),
  }),
  output: Withdrawal,
})

/** The confirmation of receipt that the law requires: what was received, and when. */
export const withdrawalReceivedMail = mailTemplate(
  'withdrawal-received',
  z.object({
    orderNumber: z.string(),
    /** ISO 8601. */
    receivedAt: z.iso.datetime(),
    /** The lines that were withdrawn, where known. */
    lines: z.array(z.string()),
    /** The digital ones of these lines, which have no right to withdraw. */
    digital: z.array(z.string()).default([]),
    /** The sealed ones of these lines, which can be returned only with their seal intact. */
    sealed: z.array(z.string()).default([]),
    /** Units of the selected lines that earlier withdrawals have already. */
    withdrawnBefore: z.array(z.string()).default([]),
    /** Free text of the customer. */
    remark: z.string().nullable().default(null),
    /** Whether a parcel may have to come back: not for gift cards and what is delivered digitally. */
    hasParcel: z.boolean().default(true),
    /** True when no line was selected: the whole order is withdrawn. */
    isWhole: z.boolean().default(false),
    shopName: z.string(),
    /** Whose remark it is; missing in mails of before, which repeat it. */
    withdrawalId: z.string().optional(),
  }),
)

/** Instead of the answer, which is read when the mail is rendered. */
export const ANSWER_PLACEHOLDER =
  'Ons antwoord kon niet worden getoond. Schrijf ons, dan sturen we het opnieuw.'

export const withdrawalAnsweredMail = mailTemplate(
  'withdrawal-answered',
  z.object({
    orderNumber: z.string(),
    accepted: z.boolean(),
    answer: z.string(),
    shopName: z.string(),
    /** Missing in mails of before, which repeat the answer. */
    withdrawalId: z.string().optional(),
  }),
)

/** The decisions on lines; a changed decision is mailed again. */
export const withdrawalDecidedMail = mailTemplate(
  'withdrawal-decided',
  z.object({
    orderNumber: z.string(),
    accepted: z.array(z.string()),
    /** Those of the accepted lines that have to come back; missing in mails of before, where that was said of all. */
    toReturn: z.array(z.string()).optional(),
    refused: z.array(
      z.object({
        line: z.string(),
        reason: RefusalReason,
        note: z.string().nullable(),
        /** Where its note is; mails of before repeat that. */
        noteId: z.string().nullish(),
      }),
    ),
    shopName: z.string(),
    /** Missing in mails of before. */
    withdrawalId: z.string().optional(),
  }),
)
