import { sql, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { changeMinutePackages } from './contract.ts'
import type { StoredMinutePackages } from '../contract.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { describeMinutePackages } from '../rules.ts'
import { minutePackages } from '../table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { Problem } from '../../../wire/problem.ts'
import { selectPackages, toStored } from '../packages.service.ts'

/** The new value of each column but the id. */
const excludedColumns = {
  name: sql`excluded.name`,
  minutes: sql`excluded.minutes`,
  normalPrice: sql`excluded.normal_price`,
  sessionPrice: sql`excluded.session_price`,
  popular: sql`excluded.popular`,
  active: sql`excluded.active`,
  place: sql`excluded.place`,
  version: sql`excluded.version`,
}

/**
 * Sets all packages. Purchases keep their minutes and price.
 * @param input.version the version that the form was opened with
 * @throws Problem CONFLICT when another version was saved since
 */
export const saveMinutePackages = (
  db: Db,
  by: string,
  { version, packages }: z.output<typeof changeMinutePackages.input>,
): Promise<StoredMinutePackages> =>
  db.transaction(async tx => {
    const before = toStored(await selectPackages(tx).for('update'))
    if (before.version !== version) throw packagesChanged()
    const details = diffForAudit(describeMinutePackages(before.packages), describeMinutePackages(packages))
    if (Object.keys(details).length === 0) return before
    // Rows are changed in place: a purchase that waits for one would not see another row in its stead. Of two first saves at
    // once, the second finds the version of the first.
    const saved = await tx
      .insert(minutePackages)
      .values(packages.map((offer, place) => ({ ...offer, place, version: version + 1 })))
      .onConflictDoUpdate({
        target: minutePackages.id,
        set: excludedColumns,
        setWhere: eq(minutePackages.version, version),
      })
      .returning({ id: minutePackages.id })
    if (saved.length < packages.length) throw packagesChanged()
    await recordAuditEntry(tx, { by, action: 'MINUTE_PACKAGES_CHANGED', subjectId: 'minutes', details })
    return { version: version + 1, packages }
  })

const packagesChanged = () =>
  new Problem('CONFLICT', {
    message: 'Iemand anders heeft de pakketten intussen gewijzigd. Bekijk ze en bewaar opnieuw.',
  })
