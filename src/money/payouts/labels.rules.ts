import type { PayoutRefusal, PayoutState } from './contract.ts'

export const refusalLabels: Record<PayoutRefusal, string> = {
  SUSPENDED: 'Geschorst',
  UNDER_WAY: 'Vorige is nog onderweg',
  NO_DETAILS: 'Gegevens ontbreken',
  WITHHELD: 'Gegevens ontbreken 60 dagen',
  IBAN_WAITS: 'Nieuwe rekening wacht',
  NAME_UNCHECKED: 'Naam nog niet nagevraagd',
  NAME_REFUSED: 'Naam klopt niet',
  BELOW_MINIMUM: 'Minder dan het minimum',
}

export const payoutStateLabels: Record<PayoutState, string> = {
  RESERVED: 'Klaargezet',
  FILED: 'In het bestand',
  PAID: 'Betaald',
  RETURNED: 'Teruggekomen',
}
