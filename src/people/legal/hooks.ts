import { apiQuery } from '../../ui/call/hooks.ts'
import { type LegalDocument, readLegalText } from './contract.ts'

/** @param version the label of an earlier version; null for the one that applies */
export const legalTextQuery = (document: LegalDocument, version: string | null) =>
  apiQuery(['legal', document, version], readLegalText, {
    document,
    ...(version !== null && { version }),
  })
