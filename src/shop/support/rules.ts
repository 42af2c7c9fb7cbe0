import type { ConversationStatus } from './contract.ts'
import { answerDueAt } from '../../wire/workingDays.ts'

/** Where a conversation stands, and since when its customer waits: null when they had an answer to everything. */
export interface ConversationState {
  status: ConversationStatus
  waitingSince: Date | null
  /** Until when the customer is to have an answer; null unless it is OPEN. */
  dueAt: Date | null
}

/** A message of the customer opens it. The clock runs from the first message without an answer. */
export function afterCustomerMessage({ waitingSince }: Pick<ConversationState, 'waitingSince'>, now: Date) {
  const since = waitingSince ?? now
  return { status: 'OPEN', waitingSince: since, dueAt: answerDueAt(since) } satisfies ConversationState
}

/** An answer of the shop stops the clock. */
export const afterReply = (closes: boolean) =>
  ({
    status: closes ? 'CLOSED' : 'ANSWERED',
    waitingSince: null,
    dueAt: null,
  }) satisfies ConversationState

/** Closed without an answer; the clock is kept, in case it is opened again. */
export const afterClosing = ({ waitingSince }: Pick<ConversationState, 'waitingSince'>) =>
  ({ status: 'CLOSED', waitingSince, dueAt: null }) satisfies ConversationState

/** Opened again, in the state before it was closed. */
export const afterReopening = ({ waitingSince }: Pick<ConversationState, 'waitingSince'>) =>
  (waitingSince
    ? { status: 'OPEN', waitingSince, dueAt: answerDueAt(waitingSince) }
    : { status: 'ANSWERED', waitingSince: null, dueAt: null }) satisfies ConversationState

/** Days that a conversation is kept after its last message, unless it is open. */
export const KEPT_DAYS = 730

export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000)
