import { describe, expect, it } from 'vitest'
import type { InvoiceContent } from '../../../money/invoices/contract.ts'
import type { TaxClass } from '../../../wire/vat.ts'
import { paidForUnits, type RefundableLine } from './rules.ts'
import { splitVatByLine } from './vatRefund.rules.ts'

const orderLine = (id: string, more: Partial<RefundableLine> = {}): RefundableLine => ({
  id,
  productId: id,
  quantity: 1,
  pricePerItem: 12_100,
  discount: 0,
  refundedQuantity: 0,
  isGiftCard: false,
  taxClass: 'STANDARD',
  ...more,
})
const billed = (unitCents: number, vatCents: number, taxClass: TaxClass = 'STANDARD', quantity = 1) => ({
  text: '',
  quantity,
  unitCents,
  vat: { taxClass, category: 'STANDARD' as const, rate: 21, vatCents, supply: 'GOODS' as const },
})
const share = (lines: InvoiceContent['lines'], ...ordered: RefundableLine[]) =>
  splitVatByLine({ lines }, ordered)

describe('the VAT that went back', () => {
  it('is shared by the price of the lines, the rest is of the delivery', () => {
    // 121.00 and 60.50 with 21.00 and 10.50 of VAT, 6.05 of tracking with 1.05.
    const lines = [billed(12_100, 2100), billed(6050, 1050), billed(605, 105)]
    expect(share(lines, orderLine('a'), orderLine('b', { pricePerItem: 6050 }))).toEqual([
      { itemId: 'a', cents: 2100 },
      { itemId: 'b', cents: 1050 },
    ])
  })

  it('is of its own class, after discounts', () => {
    // 2 × 10.60 with 1.20; 121.00 − 12.10 = 108.90 with 18.90.
    const lines = [billed(1060, 120, 'BOOKS', 2), billed(12_100, 2100), billed(-1210, -210)]
    const book = orderLine('book', { quantity: 2, pricePerItem: 1060, taxClass: 'BOOKS' })
    expect(share(lines, book, orderLine('toy', { discount: 1210 }))).toEqual([
      { itemId: 'toy', cents: 1890 },
      { itemId: 'book', cents: 120 },
    ])
  })

  it('is none of gift cards and exempt lines', () => {
    const card = orderLine('card', { isGiftCard: true })
    const exempt = orderLine('exempt', { taxClass: 'EXEMPT' })
    expect(share([billed(12_100, 0, 'EXEMPT')], card, exempt)).toEqual([])
  })

  it('is not refunded with the line a second time', () => {
    const line = orderLine('a', { quantity: 3, pricePerItem: 999, vatReturned: 520 })
    // 29.97 − 5.20 = 24.77, in three parts.
    const parts = [0, 1, 2].map(refundedQuantity => paidForUnits({ ...line, refundedQuantity }, 1))
    expect(parts).toEqual([825, 826, 826])
  })
})
