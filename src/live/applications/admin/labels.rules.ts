import type { ApplicationState, Verifier } from '../contract.ts'
import type { ReadReason } from './contract.ts'

export const stateLabels: Record<
  ApplicationState,
  { name: string; tone: 'accent' | 'outline' | 'green' | 'danger' }
> = {
  DRAFT: { name: 'Nog niet verstuurd', tone: 'outline' },
  SENT: { name: 'Wacht op een beslissing', tone: 'accent' },
  APPROVED_ONCE: { name: 'Eén keer goedgekeurd', tone: 'accent' },
  ACCEPTED: { name: 'Goedgekeurd', tone: 'green' },
  REFUSED: { name: 'Geweigerd', tone: 'danger' },
  WITHDRAWN: { name: 'Ingetrokken', tone: 'outline' },
}

export const verifierLabels: Record<Verifier, string> = {
  HAND: 'met foto’s van een document',
  PROVIDER: 'bij de identiteitsdienst',
}

export const readReasonLabels: Record<ReadReason, string> = {
  APPLICATION: 'De aanmelding beoordelen',
  RENEWAL: 'Een verlopen document vernieuwen',
  COMPLAINT: 'Een klacht of melding',
  SCHEME: 'Een vraag van de betaaldienst of een auditor',
  AUTHORITY: 'Een vraag van de politie of een toezichthouder',
}
