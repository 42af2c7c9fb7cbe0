import type { ReportTable } from './contract.ts'

/** Sums in cents since the shop began, each counted from a table of its own; `sold` is the sum of invoices without VAT and gift cards. */
export type BookSums = Record<
  | ('paid' | 'refunded' | 'chargedBack' | 'vat' | 'sold' | 'earningsOwed' | 'paidOut' | 'unplayed')
  | ('credit' | 'givenCredit' | 'unallocated' | 'fees' | 'debts'),
  number
>

/** The book-keeper's equation: all money that came and stayed is VAT, the shop's, a creator's, or owed. Fees and debts stand between it and the bank. */
export function buildBooks(sums: BookSums): ReportTable {
  const { paid, refunded, chargedBack, earningsOwed, paidOut, unplayed, credit, vat, unallocated } = sums
  const shop = sums.sold - unplayed - earningsOwed - paidOut - sums.givenCredit - chargedBack
  const rest = vat + shop + earningsOwed + paidOut + unplayed + credit + unallocated
  const difference = paid - refunded - chargedBack - rest
  const rows: [string, number][] = [
    ['Betaald', paid],
    ['Terugbetaald', -refunded],
    ['Teruggeboekt door de bank', -chargedBack],
    ['Waarvan btw', vat],
    ['Waarvan van de winkel, zonder btw', shop],
    ['Waarvan nog aan creators te betalen', earningsOwed],
    ['Waarvan aan creators uitbetaald', paidOut],
    ['Waarvan minuten die niet gespeeld zijn, zonder btw', unplayed],
    ['Waarvan cadeaubonnen en tegoed', credit],
    ['Waarvan nog niet toegewezen', unallocated],
    ['Verschil', difference],
    ['Buiten de vergelijking: kosten van betaalproviders', sums.fees],
    ['Buiten de vergelijking: openstaande schulden van klanten', sums.debts],
  ]
  const columns = [
    { name: 'Wat', kind: 'text' as const },
    { name: 'Bedrag', kind: 'cents' as const },
  ]
  const warnings = difference === 0 ? {} : { warnings: ['De vergelijking sluit niet: zie Verschil.'] }
  return { columns, rows, totals: [], ...warnings }
}
