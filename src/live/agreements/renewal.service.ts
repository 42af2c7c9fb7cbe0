import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isPublished } from '../../people/content/service.ts'
import { contentVersions } from '../../people/content/table.ts'
import type { Platform } from '../../platform/platform.ts'
import { endOnAirOf } from '../creators/admission.service.ts'
import { creators } from '../creators/table.ts'
import { creatorAgreementContent, signAgainUntil } from './agreement.rules.ts'
import { creatorAgreements } from './table.ts'

const published = isPublished(creatorAgreementContent.key)

/** Creators who are to sign the newest published text: until they do, their agreement has an end. */
const isUnsigned = and(
  isNotNull(creators.acceptedAt),
  isNull(creators.leftAt),
  isNull(creators.agreementUntil),
  sql`exists (select from ${contentVersions} where ${published})`,
  sql`not exists (
    select from ${creatorAgreements}
    where ${creatorAgreements.userId} = "creators"."user_id" and ${isNull(creatorAgreements.withdrawnAt)}
      and ${creatorAgreements.version} = (select max(${contentVersions.version}) from ${contentVersions} where ${published})
  )`,
)

export const hasUnsigned = () => sql`exists (select from ${creators} where ${isUnsigned})`

/** Gives the agreements of those who have not signed the newest text an end, in order of their ids. */
export async function endOldAgreements({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const [newest] = await db
    .select({ publishedAt: contentVersions.changedAt })
    .from(contentVersions)
    .where(published)
    .orderBy(sql`${contentVersions.version} desc`)
    .limit(1)
  if (!newest) return
  const until = signAgainUntil(newest.publishedAt)
  const due = await db.select({ userId: creators.userId }).from(creators).where(isUnsigned)
  for (const { userId } of due)
    await db.transaction(async tx => {
      await endOnAirOf(tx, userId, until, now())
      // Unless they signed meanwhile: a signature changes this row too.
      const isTheirs = eq(creators.userId, userId)
      await tx.select({ userId: creators.userId }).from(creators).where(isTheirs).for('update')
      await tx.update(creators).set({ agreementUntil: until }).where(and(isTheirs, isUnsigned))
    })
}
