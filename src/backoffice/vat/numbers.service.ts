import { sql } from 'drizzle-orm'
import { invoices } from '../../money/invoices/table.ts'
import { placeOf } from '../../money/vat/countries.rules.ts'
import { askVies, forgetOldChecks } from '../../money/vat/number.service.ts'
import { countryOfVatNumber, decideTreatment, placeCustomer } from '../../money/vat/rules.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import type { VatNumberLookup } from '../../money/vat/vies.gateway.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/sql.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import { orders } from '../../shop/orders/table.ts'

/** Numbers that are asked about at once, one after another. */
const NUMBERS_AT_ONCE = 20
/** Days after an order in which VIES is asked again. */
const ASKED_FOR_DAYS = 30

interface UncheckedOrder {
  id: string
  number: string
  country: string | null
  terms: VatTerms
}

/**
 * Asks VIES again about the numbers of orders that were sold to as to consumers because it did not answer, and tells admins of those that
 * would have had no VAT, which they can correct, and of those whose number is none.
 */
export async function recheckNumbers(platform: Platform, lookUp: VatNumberLookup): Promise<void> {
  const { db, now, settings } = platform
  const waiting = await findUnchecked(platform)
  const byNumber = Map.groupBy(waiting, ({ terms }) => terms.business?.vatNumber ?? '')
  for (const [vatNumber, own] of [...byNumber].slice(0, NUMBERS_AT_ONCE)) {
    const check = await askVies(db, lookUp, vatNumber, settings.current.company.vatNumber, now)
    if (!check) continue
    const checkedAt = check.checkedAt.toISOString()
    for (const { id, number, country, terms } of own) {
      const business = { name: '', vatNumber, checkedAt, consultation: check.consultation }
      const place = placeCustomer({
        shipping: placeOf(country),
        business: countryOfVatNumber(vatNumber),
        own: null,
        stated: null,
        payment: null,
      })
      if (decideTreatment({ ...terms, business }, place).basis !== 'REVERSE_CHARGE') continue
      await db.transaction(tx =>
        notifyAdmins(tx, {
          kind: check.isValid ? 'VAT_NUMBER_VALID' : 'VAT_NUMBER_INVALID',
          params: { number },
          about: id,
          path: `/admin/orders/${id}`,
        }),
      )
    }
  }
  await forgetOldChecks(db, now())
}

/** Invoiced orders with a number that VIES has said nothing of, neither then nor since. */
const findUnchecked = ({ db, now }: Platform): Promise<UncheckedOrder[]> =>
  queryRows<UncheckedOrder>(
    db,
    sql`
    select o.id, o.number, o.shipping_country as country, o.vat as terms
    from ${orders} o join ${invoices} i on i.subject_id = o.id and i.kind = 'INVOICE' and i.corrects is null
    where o.created_at > ${sqlTimestamp(now())} - ${ASKED_FOR_DAYS} * interval '1 day'
      and o.vat #>> '{business,vatNumber}' is not null and o.vat #>> '{business,checkedAt}' is null
      and not exists (
        select from ${vatNumberChecks} c where c.vat_number = o.vat #>> '{business,vatNumber}' and c.checked_at >= o.created_at
      )
    order by o.created_at limit 500`,
  )
