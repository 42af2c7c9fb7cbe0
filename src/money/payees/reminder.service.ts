import { eq, isNotNull } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { PAYEE_PATH, payeeReminderMail } from './contract.ts'
import { remindersDue, withheldFrom } from './rules.ts'
import { lockPayee, type PayeeSources } from './service.ts'
import { payees } from './table.ts'

const text = 'Je hebt geld verdiend. Vul in waar we het mogen uitbetalen.'

/** Reminds creators who earned and gave no details, each reminder once: of two nodes one takes a creator. */
export async function remindEarners(
  { db, jobs, settings, origin, now }: Pick<Platform, 'db' | 'jobs' | 'settings' | 'origin' | 'now'>,
  sources: Pick<PayeeSources, 'listEarners'>,
): Promise<void> {
  const at = now()
  const complete = db.select({ userId: payees.userId }).from(payees).where(isNotNull(payees.givenAt))
  const done = new Set((await complete).map(({ userId }) => userId))
  for (const { creatorId, firstEarnedAt } of await sources.listEarners(db)) {
    const due = remindersDue(firstEarnedAt, at)
    if (due === 0 || done.has(creatorId)) continue
    await db.transaction(async tx => {
      const row = await lockPayee(tx, creatorId, at)
      if (row.givenAt || row.reminders >= due) return
      await tx.update(payees).set({ reminders: due }).where(eq(payees.id, row.id))
      const about = `payee ${due}`
      await notifyUser(tx, creatorId, { kind: 'CREATOR_NEWS', params: { text }, about, path: PAYEE_PATH })
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, creatorId))
      if (!user?.email) return
      const withheldAt = withheldFrom(firstEarnedAt).toISOString()
      const { shopName } = settings.current
      const props = { withheldAt, url: origin() + PAYEE_PATH, shopName }
      await queueMail(tx, jobs, payeeReminderMail, user.email, props)
    })
  }
}
