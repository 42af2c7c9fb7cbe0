import { asc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { reconciliationChecks } from './checks.service.ts'
import type { ReconciliationReport } from './contract.ts'
import { reconciliationFindings, reconciliationRuns } from './table.ts'

/** Milliseconds that jobs may take to write invoices and mails. */
const JOB_LAG_MS = 15 * 60_000

export interface Discrepancy {
  check: string
  subject: string
  detail: string
}

/** Runs all checks. @returns the discrepancies */
export async function findDiscrepancies(db: Db, now: Date): Promise<Discrepancy[]> {
  const found: Discrepancy[] = []
  for (const [check, query] of Object.entries(reconciliationChecks(new Date(now.getTime() - JOB_LAG_MS)))) {
    const rows = await queryRows<Omit<Discrepancy, 'check'>>(db, query)
    found.push(...rows.map(row => ({ check, ...row })))
  }
  return found
}

/** Runs all checks, stores and logs the findings, and notifies admins of new ones. An earlier finding keeps its time. */
export async function runReconciliationChecks({ db, log, now }: Platform): Promise<Discrepancy[]> {
  const discrepancies = await findDiscrepancies(db, now())
  const foundAt = now()
  await db.transaction(async tx => {
    const isStillFound = sql`("check", subject) in (select d->>'check', d->>'subject' from jsonb_array_elements(${JSON.stringify(discrepancies)}::jsonb) as d)`
    await tx.delete(reconciliationFindings).where(sql`not ${isStillFound}`)
    const count = discrepancies.length - (await tx.$count(reconciliationFindings))
    if (count > 0) {
      const about = foundAt.toISOString()
      await notifyAdmins(tx, { kind: 'BOOKS_DIFFER', params: { count }, about, path: '/admin/books' })
    }
    if (discrepancies.length > 0) {
      await tx
        .insert(reconciliationFindings)
        .values(discrepancies.map(discrepancy => ({ ...discrepancy, foundAt })))
        .onConflictDoUpdate({
          target: [reconciliationFindings.check, reconciliationFindings.subject],
          set: { detail: sql`excluded.detail` },
        })
    }
    await tx
      .insert(reconciliationRuns)
      .values({ auditedAt: foundAt })
      .onConflictDoUpdate({ target: reconciliationRuns.id, set: { auditedAt: foundAt } })
  })
  for (const discrepancy of discrepancies) log.error(discrepancy, 'reconciliation found a discrepancy')
  return discrepancies
}

/** Runs all checks at an admin's request. */
export async function reconcileOnRequest(platform: Platform, by: string) {
  const { db } = platform
  const found = await runReconciliationChecks(platform)
  const entry = { by, action: 'BOOKS_CHECKED', subjectId: 'books', details: { count: found.length } } as const
  await db.transaction(tx => recordAuditEntry(tx, entry))
  return findLastReconciliation(db)
}

/** The report of the last run. */
export async function findLastReconciliation(db: Db): Promise<z.input<typeof ReconciliationReport>> {
  const [last] = await db.select().from(reconciliationRuns)
  const findings = await db
    .select()
    .from(reconciliationFindings)
    .orderBy(asc(reconciliationFindings.check), asc(reconciliationFindings.subject))
    .limit(1000)
  return { auditedAt: last?.auditedAt ?? null, findings }
}
