import { adminNotificationPreferences } from '../table.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AdminNotificationPreference } from './contract.ts'
import { eq, and } from 'drizzle-orm'
import { defaultChannels, isDefault } from '../adminTopics.rules.ts'
import { recordAuditEntry } from '../../audit/service.ts'
import { AdminTopic } from '../contract.ts'

const chosen = adminNotificationPreferences

/** By which channels an admin hears of each topic, in the order of the topics. */
export async function findAdminPreferences(db: Db, userId: string): Promise<AdminNotificationPreference[]> {
  const { topic, inShop, mail, push } = chosen
  const rows = await db.select({ topic, inShop, mail, push }).from(chosen).where(eq(chosen.userId, userId))
  const byTopic = new Map(rows.map(row => [row.topic, row]))
  return AdminTopic.options.map(each => byTopic.get(each) ?? { topic: each, ...defaultChannels[each] })
}

/** Keeps an admin's choice for a topic, unless it is the default. @returns all topics */
export const saveAdminPreference = (
  db: Db,
  userId: string,
  { topic, ...channels }: AdminNotificationPreference,
): Promise<AdminNotificationPreference[]> =>
  db.transaction(async tx => {
    if (isDefault(topic, channels))
      await tx.delete(chosen).where(and(eq(chosen.userId, userId), eq(chosen.topic, topic)))
    else
      await tx
        .insert(chosen)
        .values({ userId, topic, ...channels })
        .onConflictDoUpdate({ target: [chosen.userId, chosen.topic], set: channels })
    const details = { topic, ...channels }
    await recordAuditEntry(tx, {
      by: userId,
      action: 'NOTIFICATIONS_CHOSEN',
      subjectId: userId,
      details,
    })
    return findAdminPreferences(tx, userId)
  })
