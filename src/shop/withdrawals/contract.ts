import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, email, id, optionalText, quantity, requiredText } from '../../wire/fields.ts'
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

export const LineDecision = z
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

/** The confirmation of receipt that the law requires: the lines and the time of receipt. */
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
    /** Whether the customer wrote a remark, which is read when the mail is rendered. */
    hasRemark: z.boolean().default(false),
    /** Whether a parcel may have to come back: not for gift cards and digital lines. */
    hasParcel: z.boolean().default(true),
    /** True when no line was selected: the whole order is withdrawn. */
    isWhole: z.boolean().default(false),
    shopName: z.string(),
    withdrawalId: z.string(),
  }),
)

/** The answer, which is read when the mail is rendered. */
export const withdrawalAnsweredMail = mailTemplate(
  'withdrawal-answered',
  z.object({
    orderNumber: z.string(),
    accepted: z.boolean(),
    shopName: z.string(),
    withdrawalId: z.string(),
  }),
)

/** The decisions on lines; a changed decision is mailed again. */
export const withdrawalDecidedMail = mailTemplate(
  'withdrawal-decided',
  z.object({
    orderNumber: z.string(),
    accepted: z.array(z.string()),
    /** The accepted lines that have to come back. */
    toReturn: z.array(z.string()),
    refused: z.array(
      z.object({
        line: z.string(),
        reason: RefusalReason,
        /** The line with its note, which is read when the mail is rendered; null without one. */
        noteId: z.string().nullable(),
      }),
    ),
    shopName: z.string(),
    withdrawalId: z.string(),
  }),
)
