import { and, eq, or, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { takesOffAir } from '../../people/contentReports/contract.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { type EndSessions, endOnAirOf } from './admission.service.ts'
import { suspendCreator } from './suspension.service.ts'

const reason =
  'Er kwam een melding binnen dat jij het niet bent, of dat je dit niet vrijwillig doet. Tot die bekeken is, ben je uit de uitzending. Dat gebeurt binnen 7 werkdagen.'

/**
 * A report that somebody is not who she seems, or does this against her will, takes a creator off the air until it is decided: at once,
 * because a wrong one costs her some hours, and a right one that waits costs more.
 */
export const reportableCreator = (
  platform: Pick<Platform, 'jobs' | 'settings' | 'origin' | 'dataCipher' | 'log'>,
  endSessions: EndSessions,
): Required<Pick<ReportableKind, 'onReport' | 'afterReport'>> => ({
  async onReport(tx, { caseId, ownerId: userId, reason: reported, now }) {
    if (!takesOffAir(reported)) return
    // Without the programme there is nothing to suspend.
    await endOnAirOf(tx, userId, now, now)
    await suspendCreator(tx, platform, { userId, by: null, caseId, reason }, now)
  },
  async afterReport({ ownerId, reason: reported }) {
    if (!takesOffAir(reported)) return
    try {
      await endSessions(ownerId, null)
    } catch (error) {
      platform.log.error({ err: error, userId: ownerId }, 'could not end the sessions of a reported creator')
    }
  },
})

/** The creator whose profile or page is at a path of our site, or the only one of that name; null for anything else. */
export async function findCreatorAt(db: Db, typed: string, path: string | null): Promise<string | null> {
  const [, userId = null] = /^\/users\/([\da-f-]{36})\/?$/i.exec(path ?? '') ?? []
  const [, slug = null] = /^\/c\/([\w-]+)\/?$/i.exec(path ?? '') ?? []
  const isProfile = userId === null ? undefined : sql`${users.id}::text = ${userId.toLowerCase()}`
  // Pages are of a slice that stands on this one.
  const isPage =
    slug === null
      ? undefined
      : sql`${users.id} in (select user_id from creator_pages where slug = ${slug.toLowerCase()})`
  const isThere = isProfile ?? isPage
  const isNamed = sql`lower(${users.displayName}) = lower(${typed.trim()})`
  const isCreator = or(
    eq(users.role, 'MODEL'),
    sql`exists (select from creators where creators.user_id = "users"."id")`,
  )
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isThere ?? isNamed, isCreator))
    .limit(2)
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
