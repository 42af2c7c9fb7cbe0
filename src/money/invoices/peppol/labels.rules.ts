import type { PeppolDocument, PeppolStatus } from './contract.ts'

export const peppolLabels: Record<
  PeppolStatus,
  { name: string; tone: 'neutral' | 'green' | 'yellow' | 'blue' | 'danger' }
> = {
  UNSENT: { name: 'Niet via Peppol verstuurd', tone: 'neutral' },
  QUEUED: { name: 'Peppol: wordt verstuurd', tone: 'yellow' },
  SENT: { name: 'Peppol: onderweg', tone: 'blue' },
  DELIVERED: { name: 'Peppol: afgeleverd', tone: 'green' },
  NO_RECEIVER: { name: 'Niet op Peppol', tone: 'neutral' },
  FAILED: { name: 'Peppol: niet gelukt', tone: 'danger' },
}

/** Statuses of documents that an admin may send again. */
export const sendable: readonly PeppolStatus[] = ['UNSENT', 'NO_RECEIVER', 'FAILED']

const explanations: Partial<Record<PeppolStatus, string>> = {
  UNSENT: 'Er was geen access point ingesteld toen dit gemaakt werd. De PDF ging per mail.',
  NO_RECEIVER: 'Dit bedrijf ontvangt nog niets via Peppol. De PDF ging per mail.',
}

/** Why a document is where it is, in a sentence; null when its state says enough. */
export function explainPeppol({
  status,
  failure,
}: Pick<PeppolDocument, 'status' | 'failure'>): string | null {
  if (failure === null) return explanations[status] ?? null
  return status === 'QUEUED' ? `${failure} We proberen het opnieuw.` : failure
}
