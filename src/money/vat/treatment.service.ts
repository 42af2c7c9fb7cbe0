import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { VatTerms, VatTreatment } from './contract.ts'
import { countryCodeOf } from './countries.rules.ts'
import type { BusinessDetails } from './number.contract.ts'
import { findBusiness } from './number.service.ts'
import { countryOfVatNumber, currentTerms, decideTreatment, placeCustomer } from './rules.ts'

/**
 * How a purchase is taxed, as far as it decides the price. Costs a statement only with a business, for the answer of VIES about its number.
 * @param country where goods go, as an address writes it; null for services, which are where the business is (Dir. 2006/112 art. 44)
 * @throws Problem INVALID_INPUT for a number that is none
 */
export async function findVatTreatment(
  db: Db,
  { settings, now }: Pick<Platform, 'settings' | 'now'>,
  details: BusinessDetails | null | undefined,
  country: string | null | undefined,
): Promise<VatTreatment> {
  const terms = currentTerms(settings.current)
  const nowhere = { shipping: null, business: null, own: null, stated: null, payment: null }
  if (!details) return decideTreatment(terms, placeCustomer(nowhere))
  const business = await findBusiness(db, details, now())
  const known = {
    ...nowhere,
    shipping: countryCodeOf(country ?? null),
    business: countryOfVatNumber(business.vatNumber),
  }
  return decideTreatment({ ...terms, business }, placeCustomer(known))
}

/** The part of it that is kept with the purchase. */
export const termsOf = (
  { scheme, sellerCountry, business }: VatTreatment,
  { statedCountry }: Pick<VatTerms, 'statedCountry'> = {},
): VatTerms => ({
  scheme,
  sellerCountry,
  ...(business && { business }),
  ...(statedCountry && scheme === 'OSS' && { statedCountry }),
})
