import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import type { NameCheck } from '../contract.ts'
import { readPayeeFile } from '../service.ts'
import { payees } from '../table.ts'
import type { AdminPayee } from './contract.ts'

const isOf = (userId: string) => eq(sql`${payees.userId}::text`, userId)

/** @throws Problem NOT_FOUND for a person without details */
export async function getPayeeOf(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  userId: string,
): Promise<z.input<typeof AdminPayee>> {
  const [row] = await platform.db.select().from(payees).where(isOf(userId))
  if (!row) throw new Problem('NOT_FOUND')
  return { ...row, details: await readPayeeFile(platform, platform.db, row) }
}

/** @throws Problem NOT_FOUND; CONFLICT when the details are others than the admin saw */
export async function saveNameCheck(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  by: string,
  { userId, version, nameCheck }: { userId: string; version: number; nameCheck: NameCheck },
): Promise<z.input<typeof AdminPayee>> {
  await platform.db.transaction(async tx => {
    const [row] = await tx.select().from(payees).where(isOf(userId)).for('update')
    if (!row?.givenAt) throw new Problem('NOT_FOUND')
    if (row.version !== version)
      throw new Problem('CONFLICT', {
        message: 'Haar gegevens zijn intussen veranderd. Vraag het de bank opnieuw.',
      })
    await tx
      .update(payees)
      .set({ nameCheck, nameCheckedBy: by, nameCheckedAt: platform.now() })
      .where(eq(payees.id, row.id))
    await recordAuditEntry(tx, {
      by,
      action: 'PAYEE_NAME_CHECKED',
      subjectId: row.userId,
      details: { nameCheck },
    })
  })
  return getPayeeOf(platform, userId)
}
