import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { findVerifiedPerson } from '../../live/applications/legalName.service.ts'
import { findQuarterFigures } from '../../money/earnings/year.service.ts'
import { findPayee, readPayeeFile } from '../../money/payees/service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { Problem } from '../../wire/problem.ts'
import type { writeDac7Report } from './contract.ts'
import { type ReportedSeller, writeDac7 } from './rules.ts'

/** @throws Problem CONFLICT for a year that is not over, and without the company's address and number */
export async function makeDac7Report(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'settings' | 'now'>,
  by: string,
  year: number,
): Promise<z.input<typeof writeDac7Report.output>> {
  const { db, settings, now } = platform
  if (Number(toBrusselsDay(now()).slice(0, 4)) <= year)
    throw new Problem('CONFLICT', { message: 'Dat jaar is nog niet voorbij.' })
  const { company, shopName } = settings.current
  const { street, postalCode, city, country, companyNumber } = company
  if (!street || !postalCode || !city || !companyNumber)
    throw new Problem('CONFLICT', {
      message: 'Vul eerst bij Instellingen het adres en het ondernemingsnummer van je bedrijf in.',
    })
  const { sellers, missing } = await findSellers(platform, year)
  const operator = { name: company.name, number: companyNumber, street, postalCode, city, country }
  const xml = writeDac7({ year, at: now(), operator: { ...operator, platform: shopName }, sellers })
  await db.transaction(tx =>
    recordAuditEntry(tx, {
      by,
      action: 'DAC7_WRITTEN',
      subjectId: String(year),
      details: { count: sellers.length },
    }),
  )
  return { filename: `dac7-${year}.xml`, xml, missing }
}

async function findSellers(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  year: number,
): Promise<{ sellers: ReportedSeller[]; missing: string[] }> {
  const { db } = platform
  const byCreator = Map.groupBy(
    await findQuarterFigures(db, { creatorId: null, year }),
    ({ creatorId }) => creatorId,
  )
  const ids = [...byCreator.keys()]
  const known = await db
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(inArray(users.id, ids))
  const sellers: ReportedSeller[] = []
  const missing: string[] = []
  for (const { id, name } of known.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const person = await findVerifiedPerson(platform, db, id)
    const payee = await readPayeeFile(platform, db, await findPayee(db, id))
    if (!person?.dateOfBirth || !payee) missing.push(name)
    else
      sellers.push({
        id,
        name: person.legalName,
        birthDate: person.dateOfBirth,
        street: payee.street,
        postalCode: payee.postalCode,
        city: payee.city,
        country: payee.country,
        taxNumber: payee.taxNumber,
        vatNumber: payee.vatNumber,
        iban: payee.iban,
        quarters: byCreator.get(id) ?? [],
      })
  }
  return { sellers, missing }
}
