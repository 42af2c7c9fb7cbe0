import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { VatBusiness } from './contract.ts'
import type { BusinessDetails, checkVatNumber } from './number.contract.ts'
import { isEuVatNumber } from './number.rules.ts'
import { vatNumberChecks } from './table.ts'
import type { ViesAnswer, VatNumberLookup } from './vies.gateway.ts'

/** Milliseconds for which an answer of VIES is good for an order. */
const VALID_FOR_MS = 24 * 3_600_000
/** Milliseconds after which a number that was none is asked about again: its owner may have just registered it. */
const ASK_AGAIN_MS = 10 * 60_000

const wrongNumber = (field: string) =>
  new Problem('INVALID_INPUT', {
    fields: { [field]: 'Dit is geen btw-nummer van een EU-land: controleer de landcode en de cijfers.' },
  })

type Answer = z.input<typeof checkVatNumber.output>

/**
 * Checks a VAT number by its digits and by VIES, whose answer is kept as proof.
 * @throws Problem INVALID_INPUT when its digits are wrong
 */
export async function checkNumber(
  { db, now, settings }: Pick<Platform, 'db' | 'now' | 'settings'>,
  lookUp: VatNumberLookup,
  vatNumber: string,
): Promise<Answer> {
  if (!isEuVatNumber(vatNumber)) throw wrongNumber('vatNumber')
  const known = await findCheck(db, vatNumber, now())
  const isFresh = known && (known.isValid || known.checkedAt > new Date(now().getTime() - ASK_AGAIN_MS))
  const check = isFresh
    ? known
    : await askVies(db, lookUp, vatNumber, settings.current.company.vatNumber, now)
  if (!check) return { vatNumber, status: 'UNAVAILABLE', name: null }
  return { vatNumber, status: check.isValid ? 'VALID' : 'INVALID', name: check.name }
}

/** Asks VIES and keeps the answer; null when it does not answer. Outside of any transaction, because it may take seconds. */
async function askVies(
  db: Db,
  lookUp: VatNumberLookup,
  vatNumber: string,
  requester: string | null,
  now: () => Date,
): Promise<VatNumberCheck | null> {
  const said = await lookUp(vatNumber, requester)
  return said && keepCheck(db, vatNumber, said, now())
}

/** Keeps the answer of VIES, as proof. */
export const keepCheck = async (
  db: Db,
  vatNumber: string,
  said: ViesAnswer,
  checkedAt: Date,
): Promise<VatNumberCheck> =>
  onlyRow(
    await db
      .insert(vatNumberChecks)
      .values({ ...said, vatNumber, checkedAt })
      .returning(),
  )

export type VatNumberCheck = typeof vatNumberChecks.$inferSelect

/** The newest answer that is still good. */
const findCheck = (db: Db, vatNumber: string, now: Date): Promise<VatNumberCheck | undefined> =>
  findCheckSince(db, vatNumber, new Date(now.getTime() - VALID_FOR_MS))

/** The newest answer of a time or after it. */
export async function findCheckSince(
  db: Db,
  vatNumber: string,
  since: Date,
): Promise<VatNumberCheck | undefined> {
  const [check] = await db
    .select()
    .from(vatNumberChecks)
    .where(and(eq(vatNumberChecks.vatNumber, vatNumber), gte(vatNumberChecks.checkedAt, since)))
    .orderBy(desc(vatNumberChecks.checkedAt))
    .limit(1)
  return check
}

/**
 * The business of an order, with the answer of VIES about its number in the last day; without an answer it is sold to as a consumer.
 * @throws Problem INVALID_INPUT for a number that is none
 */
export async function findBusiness(
  db: Db,
  { name, vatNumber }: BusinessDetails,
  now: Date,
): Promise<VatBusiness> {
  if (!isEuVatNumber(vatNumber)) throw wrongNumber('business.vatNumber')
  const check = await findCheck(db, vatNumber, now)
  if (check && !check.isValid)
    throw new Problem('INVALID_INPUT', {
      fields: {
        'business.vatNumber': 'Dit btw-nummer is niet bekend in zijn land. Laat het weg, of kijk het na.',
      },
    })
  return {
    name,
    vatNumber,
    checkedAt: check?.checkedAt.toISOString() ?? null,
    consultation: check?.consultation ?? null,
  }
}

/** Days that answers are kept; those of an order are on its invoice. */
const KEPT_DAYS = 60

export const forgetOldChecks = async (db: Db, now: Date): Promise<void> =>
  void (await db
    .delete(vatNumberChecks)
    .where(
      lt(vatNumberChecks.checkedAt, sql`${now.toISOString()}::timestamptz - ${KEPT_DAYS} * interval '1 day'`),
    ))
