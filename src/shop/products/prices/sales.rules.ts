/** The price of a product, and the one that it returns to. */
export interface ProductPrices {
  price: number
  /** Null while no sale runs. */
  regularPrice: number | null
  priorPrice: number | null
  saleEndsAt: Date | null
}

/** The price that an admin sets: the price outside sales. */
export const regularPriceOf = ({ price, regularPrice }: Pick<ProductPrices, 'price' | 'regularPrice'>) =>
  regularPrice ?? price

const withoutSale = { regularPrice: null, priorPrice: null, saleEndsAt: null }

/** A sale begins. @param prior the lowest price of the 30 days before it */
export const withSale = (
  prices: ProductPrices,
  { saleCents, endsAt, prior }: { saleCents: number; endsAt: Date; prior: number },
): ProductPrices => ({
  price: saleCents,
  regularPrice: regularPriceOf(prices),
  // A price that was as low within 30 days may not be announced as reduced.
  priorPrice: prior > saleCents ? prior : null,
  saleEndsAt: endsAt,
})

/** A sale ends. */
export const withSaleEnded = (prices: ProductPrices): ProductPrices => ({
  price: regularPriceOf(prices),
  ...withoutSale,
})

/**
 * An admin sets another regular price. While a sale runs it is sold for the sale's price on, and for the new one afterwards;
 * a regular price that is not above the sale's ends it.
 * @param becomesOwn of a variant that had the price of its product: it leaves the product's sale, and is sold for its own price at once
 */
export const withRegularPrice = (
  { price, regularPrice, priorPrice, saleEndsAt }: ProductPrices,
  regular: number,
  becomesOwn = false,
): ProductPrices =>
  regularPrice !== null && regular > price && !becomesOwn
    ? { price, regularPrice: regular, priorPrice, saleEndsAt }
    : { price: regular, ...withoutSale }

/** Why a sale can't be set, by field; undefined when it can. */
export function saleErrors(
  sale: { salePrice: number; startsAt: Date; endsAt: Date },
  regularPrice: number,
  now: Date,
): Record<string, string> | undefined {
  if (sale.salePrice >= regularPrice) return { salePrice: 'De actieprijs moet lager zijn dan de prijs.' }
  return salePeriodErrors(sale, now)
}

/** Why a sale can't be of this period, by field; undefined when it can. */
export function salePeriodErrors(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): Record<string, string> | undefined {
  if (endsAt <= now) return { endsAt: 'Kies een einde dat nog moet komen.' }
  if (endsAt <= startsAt) return { endsAt: 'Kies een einde na het begin.' }
  return undefined
}

/** The next step of a sale that is due. */
export function dueSaleStep(
  sale: { state: string; saleCents: number; endsAt: Date },
  prices: ProductPrices,
  now: Date,
): 'BEGIN' | 'END' | 'SKIP' | 'CANCEL' {
  if (sale.state === 'RUNNING') return 'END'
  // Nobody looked while it ran, so nobody was sold anything for its price.
  if (sale.endsAt <= now) return 'SKIP'
  // The regular price was lowered since: nothing gets dearer by a sale.
  return prices.price > sale.saleCents ? 'BEGIN' : 'CANCEL'
}
