import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { CREATOR_PATH, creatorNewsMail } from './contract.ts'
import { endNotices, endNoticeText, noticeEnd } from './rules.ts'
import { creators } from './table.ts'

type NewsSender = Pick<Platform, 'jobs' | 'settings' | 'origin'>

/** Tells a creator something by a notification and a mail. @param about the same for news that was told before */
export async function tellCreator(
  tx: Tx,
  { jobs, settings, origin }: NewsSender,
  userId: string,
  { about, text }: { about: string; text: string },
): Promise<void> {
  await notifyUser(tx, userId, { kind: 'CREATOR_NEWS', params: { text }, about, path: CREATOR_PATH })
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const { shopName } = settings.current
  if (user)
    await queueMail(tx, jobs, creatorNewsMail, user.email, { text, url: origin() + CREATOR_PATH, shopName })
}

const ends = [creators.identityUntil, creators.agreementUntil, creators.noticeUntil]
const LONGEST_NOTICE = "interval '60 days'"

/** Creators with an end of their admission ahead or past: few of all, and which stage is due is a rule. */
const hasEnd = (now: Date) =>
  and(
    isNull(creators.leftAt),
    or(...ends.map(end => lte(end, sql`${now.toISOString()}::timestamptz + ${sql.raw(LONGEST_NOTICE)}`))),
  )

/** Tells creators of the ends of their admission, once each: of two nodes one takes a creator. */
export async function tellOfEnds(platform: NewsSender & Pick<Platform, 'db' | 'now'>): Promise<void> {
  if (!platform.settings.current.creatorProgramme) return
  const now = platform.now()
  await giveFirstNotice(platform.db, now)
  const found = await platform.db.select().from(creators).where(hasEnd(now))
  const due = found.filter(creator => endNotices(creator, now).some(({ key }) => !creator.told.includes(key)))
  for (const { userId } of due)
    await platform.db.transaction(async tx => {
      const isTheirs = eq(creators.userId, userId)
      const [creator] = await tx.select().from(creators).where(isTheirs).for('update')
      if (!creator) return
      const notices = endNotices(creator, now)
      for (const notice of notices.filter(({ key }) => !creator.told.includes(key)))
        await tellCreator(tx, platform, userId, { about: notice.key, text: endNoticeText(notice) })
      await tx
        .update(creators)
        .set({ told: notices.map(({ key }) => key) })
        .where(isTheirs)
    })
}

/**
 * Gives creators of before the programme time to apply, when it is switched on: those with the role, and other owners of toys. Whoever has
 * a row keeps it. `tellOfEnds` tells them.
 */
export async function giveNotice(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${creators} (user_id, notice_until, created_at)
    select ${users.id}, ${noticeEnd(now).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from ${users}
    where ${users.deleteAfter} is null and ${users.role} <> 'GUEST'
      and (${users.role} = 'MODEL' or exists (select from toys where toys.owner_id = ${users.id}))
    on conflict do nothing`)
}

/** For a programme that the environment switches on; an owner of toys of later has to apply. */
const giveFirstNotice = (db: Db, now: Date): Promise<void> =>
  db.transaction(async tx => {
    if ((await tx.$count(creators)) === 0) await giveNotice(tx, now)
  })
