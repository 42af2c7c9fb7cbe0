import { sql } from 'drizzle-orm'
import { invoices } from '../../money/invoices/table.ts'
import { countryCodeOf } from '../../money/vat/countries.rules.ts'
import {
  findCheckSince,
  forgetOldChecks,
  keepCheck,
  type VatNumberCheck,
} from '../../money/vat/number.service.ts'
import { countryOfVatNumber, decideTreatment, placeCustomer } from '../../money/vat/rules.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import type { VatNumberLookup } from '../../money/vat/vies.gateway.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { type BusinessSale, businessSales, correctionPath } from './sales.service.ts'
import { vatRechecks } from './table.ts'

/** Numbers that are asked about in one run, one after another. */
const NUMBERS_AT_ONCE = 20
/** Days after an order in which VIES is asked again. */
const ASKED_FOR_DAYS = 30
/** Days after which nothing is kept of it. */
const KEPT_DAYS = 60
/** Minutes until the next attempt, a little less than an hour between two runs; each one after it waits twice as long, up to a day. */
const FIRST_WAIT_MINUTES = 55
const MAX_WAIT_MINUTES = 23 * 60 + 55

/**
 * Asks VIES again about the numbers of orders and of purchases of minutes that were sold as to consumers because it did not answer, and tells
 * admins of those that would have had no VAT, which they can correct, and of those whose number is none. Those that were never asked about come
 * first, then those that were asked longest ago, so that numbers that never answer keep none waiting.
 */
export async function recheckNumbers(platform: Platform, lookUp: VatNumberLookup): Promise<void> {
  const { db, now, settings } = platform
  await addWaitingSales(platform)
  for (const { vatNumber, since } of await claimNumbers(platform)) {
    // Someone may have ordered with it again, and been answered.
    const known = await findCheckSince(db, vatNumber, new Date(since))
    const said = known ?? (await lookUp(vatNumber, settings.current.company.vatNumber))
    if (!said) continue
    await db.transaction(async tx => {
      const check = known ?? (await keepCheck(tx, vatNumber, said, now()))
      await settleSales(tx, check, now())
    })
  }
  await forgetOldRechecks(platform)
  await forgetOldChecks(db, now())
}

/** Invoiced sales with a number that VIES had said nothing of. */
const addWaitingSales = ({ db, now }: Platform) =>
  db.execute(sql`
    insert into ${vatRechecks} (subject_id, vat_number, next_at)
    select o.id, o.terms #>> '{business,vatNumber}', ${sqlTimestamp(now())}
    from ${businessSales} o join ${invoices} i on i.subject_id = o.id and i.kind = 'INVOICE' and i.corrects is null
    where o.created_at > ${sqlTimestamp(now())} - ${ASKED_FOR_DAYS} * interval '1 day'
      and o.terms #>> '{business,vatNumber}' is not null and o.terms #>> '{business,checkedAt}' is null
    order by o.id on conflict do nothing`)

interface ClaimedNumber {
  vatNumber: string
  /** When the first of its sales was made. */
  since: string
}

/**
 * Takes the numbers that are due and puts their next attempt off, so that two nodes never ask about the same one: all lock the
 * sales in one order, and a node that waited finds its numbers tried. A number that was answered for another sale meanwhile is
 * due.
 */
const claimNumbers = ({ db, now }: Platform): Promise<ClaimedNumber[]> =>
  queryRows<ClaimedNumber>(
    db,
    sql`
    with due as (
      select r.subject_id, r.vat_number, r.tried_at, o.created_at
      from ${vatRechecks} r join ${businessSales} o on o.id = r.subject_id
      where r.settled_at is null and o.created_at > ${sqlTimestamp(now())} - ${ASKED_FOR_DAYS} * interval '1 day'
        and (r.next_at <= ${sqlTimestamp(now())} or exists (
          select from ${vatNumberChecks} c where c.vat_number = r.vat_number and c.checked_at >= o.created_at
        ))
    ), first as (
      select vat_number from due group by vat_number
      order by min(tried_at) nulls first, min(created_at), vat_number limit ${NUMBERS_AT_ONCE}
    ), locked as (
      select r.subject_id, r.vat_number, due.created_at, due.tried_at
      from ${vatRechecks} r join due on due.subject_id = r.subject_id join first on first.vat_number = r.vat_number
      where r.settled_at is null and r.tried_at is not distinct from due.tried_at
      order by r.subject_id for update of r
    ), claimed as (
      update ${vatRechecks} r set attempts = attempts + 1, tried_at = ${sqlTimestamp(now())},
        next_at = ${sqlTimestamp(now())} + least(
          ${FIRST_WAIT_MINUTES} * power(2, least(attempts, 10)), ${MAX_WAIT_MINUTES}
        ) * interval '1 minute'
      from locked where locked.subject_id = r.subject_id
      returning r.vat_number, locked.created_at, locked.tried_at
    )
    select vat_number as "vatNumber", min(created_at)::text as since from claimed
    group by vat_number order by min(tried_at) nulls first, min(created_at), vat_number`,
  )

/**
 * Tells admins the answer of VIES about a number, for each sale that it changes; in one transaction with the answer, and once.
 */
async function settleSales(tx: Tx, check: VatNumberCheck, now: Date): Promise<void> {
  const { vatNumber, isValid, consultation } = check
  const settled = await queryRows<BusinessSale>(
    tx,
    sql`
    with open as (
      select subject_id from ${vatRechecks} where vat_number = ${vatNumber} and settled_at is null
      order by subject_id for update
    )
    update ${vatRechecks} r set settled_at = ${sqlTimestamp(now)} from ${businessSales} o
    where o.id = r.subject_id and r.subject_id in (select subject_id from open)
      and o.created_at <= ${sqlTimestamp(check.checkedAt)}
    returning o.id, o.user_id as "userId", o.number, o.minutes, o.country, o.terms`,
  )
  const checkedAt = check.checkedAt.toISOString()
  for (const sale of settled) {
    const { id, number, country, terms } = sale
    const business = { name: '', vatNumber, checkedAt, consultation }
    const place = placeCustomer({
      shipping: countryCodeOf(country),
      business: countryOfVatNumber(vatNumber),
      own: null,
      stated: null,
      payment: null,
    })
    if (decideTreatment({ ...terms, business }, place).basis !== 'REVERSE_CHARGE') continue
    await notifyAdmins(tx, {
      kind: isValid ? 'VAT_NUMBER_VALID' : 'VAT_NUMBER_INVALID',
      params: { number },
      about: id,
      path: correctionPath(sale),
    })
  }
}

const forgetOldRechecks = ({ db, now }: Platform) =>
  db.execute(sql`
    delete from ${vatRechecks} r where not exists (
      select from ${businessSales} o
      where o.id = r.subject_id and o.created_at >= ${sqlTimestamp(now())} - ${KEPT_DAYS} * interval '1 day'
    )`)
