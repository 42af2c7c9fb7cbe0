import { asc, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { reconciliationChecks } from './checks.service.ts'
import type { ReconciliationReport } from './contract.ts'
import { auditFindings, audits } from './table.ts'

/** How long jobs may lag behind the facts that they follow, in milliseconds. */
const JOB_LAG_MS = 15 * 60_000

export interface Discrepancy {
  check: string
  subject: string
  detail: string
}

/** Goes through the books. @returns what does not add up; empty is how it should be */
export async function findDiscrepancies(db: Db, now: Date): Promise<Discrepancy[]> {
  const found: Discrepancy[] = []
  for (const [check, query] of Object.entries(reconciliationChecks(new Date(now.getTime() - JOB_LAG_MS)))) {
    const { rows } = (await db.execute(query)) as { rows: Omit<Discrepancy, 'check'>[] }
    found.push(...rows.map(row => ({ check, ...row })))
  }
  return found
}

/** Goes through the books, keeps what is found, and logs it; admins hear of what is new. What was found before keeps its time. */
export async function runReconciliationChecks({ db, log, now }: Platform): Promise<Discrepancy[]> {
  const differences = await findDiscrepancies(db, now())
  const foundAt = now()
  await db.transaction(async tx => {
    const kept = sql`("check", subject) in (select d->>'check', d->>'subject' from jsonb_array_elements(${JSON.stringify(differences)}::jsonb) as d)`
    await tx.delete(auditFindings).where(sql`not ${kept}`)
    const count = differences.length - (await tx.$count(auditFindings))
    if (count > 0) {
      const about = foundAt.toISOString()
      await notifyAdmins(tx, { kind: 'BOOKS_DIFFER', params: { count }, about, path: '/admin/books' })
    }
    if (differences.length > 0) {
      await tx
        .insert(auditFindings)
        .values(differences.map(difference => ({ ...difference, foundAt })))
        .onConflictDoUpdate({
          target: [auditFindings.check, auditFindings.subject],
          set: { detail: sql`excluded.detail` },
        })
    }
    await tx
      .insert(audits)
      .values({ auditedAt: foundAt })
      .onConflictDoUpdate({ target: audits.id, set: { auditedAt: foundAt } })
  })
  for (const difference of differences) log.error(difference, 'the books do not add up')
  return differences
}

/** Goes through the books because an admin asks. */
export async function reconcileOnRequest(
  platform: Platform,
  by: string,
): Promise<z.input<typeof ReconciliationReport>> {
  const { db } = platform
  const found = await runReconciliationChecks(platform)
  const entry = { by, action: 'BOOKS_CHECKED', subjectId: 'books', details: { count: found.length } } as const
  await db.transaction(tx => recordAuditEntry(tx, entry))
  return findLastReconciliation(db)
}

/** The last audit as it is shown to admins. */
export async function findLastReconciliation(db: Db): Promise<z.input<typeof ReconciliationReport>> {
  const [last] = await db.select().from(audits)
  const findings = await db
    .select()
    .from(auditFindings)
    .orderBy(asc(auditFindings.check), asc(auditFindings.subject))
    .limit(1000)
  return { auditedAt: last?.auditedAt ?? null, findings }
}
