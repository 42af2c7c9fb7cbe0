import type { QueryKey } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import type { PeppolDocument } from '../peppol/contract.ts'
import { listUndelivered, sendAgain } from './peppol.contract.ts'

export const undeliveredQuery = apiQuery(
  ['admin', 'peppol'],
  listUndelivered,
  {},
  { refetchOnMount: 'always' },
)

export const useSendAgain = (shownBy: QueryKey) =>
  useApiMutation(sendAgain, {
    invalidates: [undeliveredQuery.queryKey, shownBy],
    done: 'Het wordt nu verstuurd',
    failed: 'Niet verstuurd',
  })

/** Milliseconds between two looks at a document that is about to be sent, and at one that is under way. */
const SENDING_MS = 1500
const UNDERWAY_MS = 15_000

/** How soon to look again at documents; false when nothing of them is open. */
export function lookAgainAfter(documents: readonly (PeppolDocument | null)[]): number | false {
  const isSending = documents.some(each => each?.status === 'QUEUED' && each.failure === null)
  const isUnderway = documents.some(each => each?.status === 'QUEUED' || each?.status === 'SENT')
  return isSending ? SENDING_MS : isUnderway && UNDERWAY_MS
}
