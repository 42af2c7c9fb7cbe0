import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

const textAt = z.object({ text: z.string(), createdAt: dateTime }).nullable()

/** A suspension with its reasons, as she and admins read it. */
export const Suspension = z.object({
  id,
  /** Whether it waits for the decision on a report. */
  isByReport: z.boolean(),
  reason: z.string(),
  createdAt: dateTime,
  appeal: textAt,
  /** The decision on her appeal that it stays. */
  upheld: textAt,
  lifted: textAt,
})
export type Suspension = z.output<typeof Suspension>

export const CreatorState = z.object({
  /** Null for a creator of before the programme, who has not applied. */
  acceptedAt: dateTime.nullable(),
  noticeUntil: dateTime.nullable(),
  identityUntil: dateTime.nullable(),
  agreementUntil: dateTime.nullable(),
  suspendedAt: dateTime.nullable(),
  leftAt: dateTime.nullable(),
})
export type CreatorState = z.output<typeof CreatorState>

export const CreatorAccount = z.object({
  /** Null for a person who was never let in. */
  state: CreatorState.nullable(),
  /** Why she may not go on the air, in words; null when she may. */
  refusal: z.string().nullable(),
  /** Until when she may; null without an end. */
  until: dateTime.nullable(),
  /** The newest first. */
  suspensions: z.array(Suspension),
})
export type CreatorAccount = z.output<typeof CreatorAccount>

export const readCreatorAccount = endpoint('GET /api/creator-account', 'customer', {
  summary: 'Whether one may go on the air as a creator, why not, and the suspensions with their reasons',
  output: CreatorAccount,
})

export const MAX_REASON_LENGTH = 2000

export const SuspensionAppeal = z.object({
  text: requiredText('Schrijf waarom de schorsing volgens jou niet klopt.', MAX_REASON_LENGTH),
})

export const appealSuspension = endpoint('POST /api/creator-account/appeal', 'customer', {
  summary: 'Appeal against a suspension, once',
  input: SuspensionAppeal.extend({ suspensionId: id }),
  output: CreatorAccount,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const leaveProgramme = endpoint('POST /api/creator-account/leave', 'customer', {
  summary:
    'Stop being a creator, at once: off the air, sessions on own toys end, and what others see of it is gone',
  confirmation: 'recent',
  output: CreatorAccount,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

/** News for a creator that must not wait until she looks: it has no reasons in it, and no names. */
export const creatorNewsMail = mailTemplate(
  'creator-news',
  z.object({ text: z.string(), url: z.string(), shopName: z.string() }),
)

/** Her own page. */
export const CREATOR_PATH = '/studio/creator'
