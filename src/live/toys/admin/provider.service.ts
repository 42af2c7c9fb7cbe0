import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { qualified } from '../../../platform/db/sql.ts'
import { ToyCommandError, type ToyCloudGateway } from '../gateway.ts'
import type { ProviderTestResult, ProviderState, ProviderError } from './provider.contract.ts'
import { OFFLINE_AFTER_MS } from '../rules.ts'
import { toyLinks, toys, providerErrors } from '../table.ts'
import { RETENTION_MS, NO_CODE } from '../providerError.service.ts'

const MAX_APPS = 50

/** The configuration and state of the provider. */
export async function loadProviderState(platform: Platform): Promise<z.input<typeof ProviderState>> {
  const { config, db, origin } = platform
  const { apiBase, hasOwnToken, callbackSecret } = config.lovense
  const now = platform.now()
  const isSimulated = isToyProviderSimulated(config)
  const apps = await findLinkedApps(db, now)
  return {
    isSimulated,
    host: isSimulated ? 'simulator' : new URL(apiBase ?? LOVENSE_API_BASE).host,
    hasToken: hasOwnToken,
    hasCallbackSecret: callbackSecret !== undefined,
    callbackUrl: `${origin()}/api/webhooks/lovense/`,
    lastCallbackAt: apps[0]?.lastSeenAt ?? null,
    apps,
    bridges: await findOpenBridges(db, now),
    troubles: await findRecentProviderErrors(db, now),
  }
}

/** Whether the simulator stands in for the provider. */
export const isToyProviderSimulated = ({ lovense, production }: Config): boolean =>
  lovense.apiBase === undefined && !production

/** The provider's default address. */
export const LOVENSE_API_BASE = 'https://api.lovense-api.com'

async function findLinkedApps(db: Db, now: Date) {
  const found = await db
    .select({
      owner: { id: users.id, displayName: users.displayName },
      platform: toyLinks.platform,
      appVersion: toyLinks.appVersion,
      // Not null: the condition is below.
      connectedAt: sql`${toyLinks.connectedAt}`.mapWith(toyLinks.connectedAt),
      lastSeenAt: sql`${toyLinks.lastSeenAt}`.mapWith(toyLinks.lastSeenAt),
      toyCount: sql<number>`(
        select count(*)::int from ${toys} own
        where own.owner_id = ${qualified(users.id)} and own.status = 'ONLINE' and own.provider = 'LOVENSE')`,
    })
    .from(toyLinks)
    .innerJoin(users, eq(users.id, toyLinks.userId))
    .where(and(isNotNull(toyLinks.connectedAt), isNotNull(toyLinks.lastSeenAt)))
    .orderBy(desc(toyLinks.lastSeenAt))
    .limit(MAX_APPS)
  return found.map(app => ({ ...app, isConnected: isRecentlySeen(app.lastSeenAt, now) }))
}

const isRecentlySeen = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < OFFLINE_AFTER_MS

/** The creators whose browsers bridge toys now, at any node, by the time of their last report. */
const findOpenBridges = (db: Db, now: Date) =>
  db
    .select({
      owner: { id: users.id, displayName: users.displayName },
      toys: sql<string[]>`array_agg(${toys.name} order by ${toys.name})`,
      lastSeenAt: sql`max(${toys.lastActive})`.mapWith(toys.lastActive),
    })
    .from(toys)
    .innerJoin(users, eq(users.id, toys.ownerId))
    .where(
      and(
        eq(toys.provider, 'BUTTPLUG'),
        eq(toys.status, 'ONLINE'),
        gt(toys.lastActive, new Date(now.getTime() - OFFLINE_AFTER_MS)),
      ),
    )
    .groupBy(users.id, users.displayName)
    .orderBy(users.displayName)

/** Requests a code from the provider that is never scanned. */
export async function runProviderTest(cloud: ToyCloudGateway): Promise<z.input<typeof ProviderTestResult>> {
  const askedAt = performance.now()
  const answered = await cloud.probe().then(
    () => ({ isOk: true, code: null }),
    (error: unknown) => {
      if (!(error instanceof ToyCommandError)) throw error
      return { isOk: false, code: error.code }
    },
  )
  return { ...answered, tookMs: Math.round(performance.now() - askedAt) }
}

/** The errors of the last week, the newest first. */
export async function findRecentProviderErrors(db: Db, now: Date): Promise<z.input<typeof ProviderError>[]> {
  const found = await db
    .select()
    .from(providerErrors)
    .where(and(gt(providerErrors.lastAt, new Date(now.getTime() - RETENTION_MS))))
    .orderBy(desc(providerErrors.lastAt), providerErrors.call, providerErrors.code)
  return found.map(trouble => ({ ...trouble, code: trouble.code === NO_CODE ? null : trouble.code }))
}
