import { describe, expect, it } from 'vitest'
import { calculateInvoiceTotals, taxLines } from '../../money/invoices/rules.ts'
import { defaultVatRates } from '../../money/vat/rates.rules.ts'
import { decideTreatment } from '../../money/vat/rules.ts'
import { buildOrderInvoiceContent, type InvoicedLine } from './invoice.rules.ts'

const address = {
  shippingFirstName: null,
  shippingLastName: null,
  shippingCompany: null,
  shippingStreet: null,
  shippingHouseNumber: null,
  shippingPostalCode: null,
  shippingCity: null,
  shippingCountry: null,
  shippingCarrier: null,
}
const toy: InvoicedLine = { productName: 'Toy', quantity: 1, pricePerItem: 4995, taxClass: 'STANDARD' }
const book: InvoicedLine = { productName: 'Boek', quantity: 2, pricePerItem: 1000, taxClass: 'BOOKS' }
const card: InvoicedLine = { productName: 'Bon', quantity: 1, pricePerItem: 2500, isGiftCard: true }

const contentOf = (lines: InvoicedLine[], trackingCost = 0, discounts: number[] = []) =>
  buildOrderInvoiceContent(
    {
      ...address,
      number: '2026-000042',
      trackingCost,
      promotions: discounts.map((amount, index) => ({
        promotionId: String(index),
        kind: 'PERCENTAGE' as const,
        explanation: `actie ${index}`,
        amount,
      })) as never,
    },
    lines,
    'sam@example.com',
  )
const shown = ({ lines }: ReturnType<typeof contentOf>) =>
  lines.map(line => [line.text, line.unitCents, 'taxClass' in line ? line.taxClass : undefined])

describe('an order with several tax classes', () => {
  it('has the tracking in parts, by the price of the goods of each', () => {
    // 2.50 × 49.95 ÷ 69.95 = 1.7851…, 2.50 × 20.00 ÷ 69.95 = 0.7147…
    expect(shown(contentOf([toy, book, card], 250))).toEqual([
      ['Toy', 4995, 'STANDARD'],
      ['Boek', 1000, 'BOOKS'],
      ['Bon', 2500, undefined],
      ['Verzending met track & trace', 179, 'STANDARD'],
      ['Verzending met track & trace', 71, 'BOOKS'],
    ])
  })

  it('has each discount in the classes of the lines that it lowered', () => {
    const lines = [
      { ...toy, discount: 500 },
      { ...book, discount: 300 },
    ]
    expect(shown(contentOf(lines, 0, [600, 200])).slice(2)).toEqual([
      ['Korting: actie 0', -500, 'STANDARD'],
      ['Korting: actie 0', -100, 'BOOKS'],
      ['Korting: actie 1', -200, 'BOOKS'],
    ])
  })

  it('adds up to the paid amount', () => {
    const { lines } = contentOf([{ ...toy, discount: 500 }, book, card], 250, [500])
    const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE' }, { place: 'NL', evidence: [] })
    const taxed = taxLines(lines, treatment, defaultVatRates, new Date('2026-11-20T12:00:00Z'))
    expect(calculateInvoiceTotals(taxed).total).toBe(4995 - 500 + 2000 + 2500 + 250)
    // Tracking 2.50 × 44.95 ÷ 64.95 = 1.7301…: 46.68 × 21/121 = 8.1014…; 20.77 × 9/109 = 1.7149…
    expect(taxed.vat.groups).toEqual([
      { category: 'STANDARD', rate: 21, grossCents: 4668, vatCents: 810 },
      { category: 'REDUCED', rate: 9, grossCents: 2077, vatCents: 171 },
    ])
  })
})

it('has the tracking of gift cards alone at the standard rate', () =>
  expect(shown(contentOf([card], 250)).at(-1)).toEqual(['Verzending met track & trace', 250, 'STANDARD']))
