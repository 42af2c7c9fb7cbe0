import type { VatRate } from '../../wire/vat.ts'
import type { VatTreatment } from './contract.ts'
import { priceFor, rateOf, splitByWeight, type TaxedLine } from './rules.ts'

/**
 * As `priceFor`, of the delivery of goods, whose VAT is theirs: by the share of each class in their price.
 * @param cents incl. VAT
 * @param goods those that are delivered, in cents incl. VAT
 */
export function deliveryPriceFor(
  cents: number,
  goods: readonly TaxedLine[],
  treatment: VatTreatment,
  rates: readonly VatRate[],
  moment: Date,
): number {
  if (treatment.basis !== 'REVERSE_CHARGE') return cents
  const classes = [...Map.groupBy(goods, ({ taxClass }) => taxClass)]
  if (classes.length === 0) return priceFor(cents, 'STANDARD', treatment, rates, moment)
  const shares = splitByWeight(
    cents,
    classes.map(([, lines]) => sum(lines.map(({ grossCents }) => grossCents))),
  )
  return sum(
    classes.map(([taxClass], index) => priceFor(shares[index] ?? 0, taxClass, treatment, rates, moment)),
  )
}

/**
 * The price of the delivery of goods for a consumer, with their VAT in the same shares.
 * @param netCents without VAT
 * @param goods those that are delivered, in cents incl. VAT; none: ordinary ones
 */
export function deliveryWithVat(
  netCents: number,
  goods: readonly TaxedLine[],
  treatment: VatTreatment,
  rates: readonly VatRate[],
  moment: Date,
): number {
  const paid = sum(goods.map(({ grossCents }) => grossCents))
  const taxed: readonly TaxedLine[] = paid > 0 ? goods : [{ grossCents: 1, taxClass: 'STANDARD' }]
  const net = taxed.map(({ grossCents, taxClass }) => {
    const { basisPoints } = rateOf(treatment, taxClass, rates, moment)
    return (grossCents * 10_000) / (10_000 + basisPoints)
  })
  // Rounded twice, because half a cent can be a little less in binary.
  return Math.round(Number(((netCents * (paid || 1)) / sum(net)).toFixed(6)))
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)
