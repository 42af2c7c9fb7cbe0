import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProviderPostback } from './contract.ts'
import { paymentPostbacks, type payments } from './table.ts'

/** Fetches and settles the payment of a stored postback. */
export const postbackJob = defineJob<{ provider: string; providerId: string }>('payments.postback')

/** Stores a report whose signature was checked, once, with the job that settles its payment. @throws Error when it can't be stored */
export const storePostback = (
  { db, jobs, now }: Platform,
  provider: string,
  postback: ProviderPostback,
): Promise<void> =>
  db.transaction(async tx => {
    const stored = await tx
      .insert(paymentPostbacks)
      .values({ ...postback, provider, createdAt: now() })
      .onConflictDoNothing()
      .returning({ providerId: paymentPostbacks.providerId })
    if (stored.length > 0) await jobs.send(tx, postbackJob, { provider, providerId: postback.providerId })
  })

/** The reports about a payment, oldest first. @param providerId the provider's id of it */
export const findPostbacks = (db: Db, provider: string, providerId: string): Promise<ProviderPostback[]> =>
  db
    .select(
      columnsOf(
        paymentPostbacks,
        'providerId',
        'event',
        'saleNumber',
        'transactionId',
        'parentId',
        'amountCents',
        'currency',
      ),
    )
    .from(paymentPostbacks)
    .where(and(eq(paymentPostbacks.provider, provider), eq(paymentPostbacks.providerId, providerId)))
    .orderBy(asc(paymentPostbacks.createdAt), asc(paymentPostbacks.id))

/** Whether a provider reported that a payment was made. */
export const isSaleAnnounced = async (
  db: Db,
  { provider, providerId }: Pick<typeof payments.$inferSelect, 'provider' | 'providerId'>,
): Promise<boolean> =>
  providerId !== null && (await findPostbacks(db, provider, providerId)).some(({ event }) => event === 'SALE')
