import { keysOf } from '../../wire/records.ts'
import type { ApplicationState } from './contract.ts'

export type ApplicationEvent = 'send' | 'approve' | 'accept' | 'refuse' | 'withdraw'

/** Where each event leads; one that is missing is refused. */
export const applicationMoves: Record<
  ApplicationState,
  Partial<Record<ApplicationEvent, ApplicationState>>
> = {
  // An applicant is refused before she has sent it when a document says that she is under 18.
  DRAFT: { send: 'SENT', refuse: 'REFUSED', withdraw: 'WITHDRAWN' },
  SENT: { approve: 'APPROVED_ONCE', accept: 'ACCEPTED', refuse: 'REFUSED', withdraw: 'WITHDRAWN' },
  APPROVED_ONCE: { accept: 'ACCEPTED', refuse: 'REFUSED', withdraw: 'WITHDRAWN' },
  ACCEPTED: {},
  REFUSED: {},
  WITHDRAWN: {},
}

export const isOpenState = (state: ApplicationState): boolean =>
  Object.keys(applicationMoves[state]).length > 0

/** An approval of one admin is enough where there is no other one to ask. */
export const approvalEvent = (approvedBy: string | null, admins: number): 'approve' | 'accept' =>
  approvedBy === null && admins > 1 ? 'approve' : 'accept'

export const openStates = keysOf(applicationMoves).filter(isOpenState)
