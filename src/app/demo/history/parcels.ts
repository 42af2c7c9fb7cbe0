import { pickWeighted, randomText, type SeededRandom } from '../random.ts'
import type { CustomerProfile } from './customers.ts'

const digits = '0123456789'

/** The carriers to a country, as in the demo's shipping rates. */
const carriersTo: Record<
  CustomerProfile['country'],
  readonly (readonly [carrier: string, weight: number])[]
> = {
  Nederland: [
    ['PostNL', 62],
    ['DHL', 24],
    ['DPD', 14],
  ],
  België: [['bpost', 1]],
  Duitsland: [['bpost', 1]],
}

/** Codes in the form of each carrier, of parcels that do not exist. */
const codeOf: Record<string, (dice: SeededRandom) => string> = {
  // `3S`, the letters of the sender, nine digits.
  PostNL: dice => `3SGLOE${randomText(dice, digits, 9)}`,
  // `JVGL` and sixteen digits.
  DHL: dice => `JVGL06${randomText(dice, digits, 14)}`,
  // Fourteen digits, of which the first four are the depot.
  DPD: dice => `0510${randomText(dice, digits, 10)}`,
  // Twenty-four digits, beginning with the product.
  bpost: dice => `3232${randomText(dice, digits, 20)}`,
}

/** A parcel with tracking. @param carrier chosen by country when omitted */
export function randomParcel(dice: SeededRandom, country: CustomerProfile['country'], carrier?: string) {
  const shippingCarrier = carrier ?? pickWeighted(dice, carriersTo[country])
  return { shippingCarrier, trackingCode: codeOf[shippingCarrier]?.(dice) ?? null }
}
