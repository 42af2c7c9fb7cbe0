import { withoutVat } from '../../../../money/vat/rules.ts'
import { formatCents } from '../../../../wire/money.ts'

/**
 * The margin of a price after its VAT and the purchase price, in words; null for a price without VAT of 0.
 * @param price cents, incl. VAT
 * @param purchasePrice cents, excl. VAT
 * @param basisPoints hundredths of a percent of VAT
 */
export function marginText(price: number, purchasePrice: number, basisPoints: number): string | null {
  const net = withoutVat(price, basisPoints)
  if (net === 0) return null
  const margin = net - purchasePrice
  const percent = String(Math.round((100 * margin) / net)).replace('-', '−')
  return `Marge na btw: ${formatCents(margin)} (${percent}%).`
}
