import type { ProviderTexts } from '../../contract.ts'

/** The name of this provider in payments and settings. */
export const VEROTEL = 'verotel'

/** The texts of this provider in the back office. */
export const verotelTexts: ProviderTexts = {
  id: VEROTEL,
  name: 'Verotel',
  noSettlements:
    'Verotel heeft geen lijst van uitbetalingen die de winkel kan lezen. Leg de afrekening uit het Control Center naast de betalingen.',
  settlementsFailed: '',
  exportHelp:
    'Verotel heeft geen lijst die de winkel kan lezen. Exporteer in het Control Center alle transacties van het kwartaal als CSV, met een week ervoor en erna, en kies dat bestand hier.',
}
