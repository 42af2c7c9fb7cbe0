import { expect, it } from 'vitest'
import type { ProviderTexts } from '../../money/payments/contract.ts'
import { mollieTexts } from '../../money/payments/providers/mollie/contract.ts'
import { verotelTexts } from '../../money/payments/providers/verotel/contract.ts'
import type { SettledQuarter, StoredSettlement } from './contract.ts'
import { buildSettlements } from './settlements.rules.ts'

const none = { count: 0, cents: 0 }
const buildOne = (settled: SettledQuarter) => buildSettlements([{ texts: mollieTexts, settled }])
const settlement: StoredSettlement = {
  providerId: 'stl_1',
  reference: '1234567.2610.01',
  day: '2026-10-02',
  amountCents: 2844,
  items: { PAYMENT: { count: 2, cents: 4000 }, REFUND: { count: 1, cents: 1000 }, CHARGEBACK: none },
  costs: [{ description: 'iDEAL', count: 2, netCents: 64, vatCents: 13 }],
  differences: [],
}

it('has the parts of a payout, which add up to it, with an amount that the provider does not explain', () => {
  const { rows, totals, warnings } = buildOne({ settlements: [settlement], unsettled: none })
  const [day, reference] = ['2026-10-02', '1234567.2610.01']
  expect(rows).toEqual([
    [day, reference, 'Betalingen', 2, null, null, 4000, null],
    [day, reference, 'Terugbetalingen', 1, null, null, -1000, null],
    [day, reference, 'Kosten iDEAL', 2, 64, 13, -77, null],
    [day, reference, 'Overig', null, null, null, -79, 'Hiervan zegt Mollie niet wat het is'],
  ])
  expect(totals.slice(4)).toEqual([64, 13, 2844, null])
  expect(warnings).toEqual([])
})

it('names differences from ours, and payments that are in no payout', () => {
  const difference = {
    kind: 'PAYMENT' as const,
    cause: 'ONLY_PROVIDER' as const,
    ownId: null,
    providerId: 'tr_x',
    day: '2026-10-02',
    otherDay: null,
    ownCents: null,
    providerCents: 500,
    currency: 'EUR',
  }
  const whole = { ...settlement, amountCents: 2923, differences: [difference] }
  const { rows, warnings, totals } = buildOne({
    settlements: [whole],
    unsettled: { count: 2, cents: 1500 },
  })
  const verdict = String(rows.at(-1)?.at(-1)).replace(/[\u00a0\u202f]/g, ' ')
  expect([rows.at(-1)?.[2], verdict]).toEqual([
    'tr_x',
    'Alleen bij Mollie: wij kennen deze betaling niet (€ 5,00)',
  ])
  expect(totals[6]).toBe(2923)
  expect(warnings?.map(warning => warning.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    '1 verschil met wat wij hebben; zie Vergelijking.',
    'Langs Mollie betaald in dit kwartaal, en tot nu in geen uitbetaling: 2 betalingen, € 15,00.',
  ])
})

it('says of each provider why it has no payouts', () => {
  const warningsOf = (texts: ProviderTexts, settled: 'UNAVAILABLE' | null | undefined) =>
    buildSettlements([{ texts, settled }]).warnings?.join()
  expect(warningsOf(mollieTexts, undefined)).toContain('van Mollie zijn nog niet opgehaald')
  expect(warningsOf(mollieTexts, 'UNAVAILABLE')).toContain('Mollie gaf de uitbetalingen niet')
  expect(warningsOf(verotelTexts, undefined)).toContain('Verotel heeft geen lijst van uitbetalingen')
  expect(warningsOf(verotelTexts, null)).toContain('Verotel heeft geen lijst van uitbetalingen')
})
