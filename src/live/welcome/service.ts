import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findMinutePackages } from '../../money/minutes/packages.service.ts'
import { pricePerMinute } from '../../money/minutes/rules.ts'
import { isAnyOf } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { isHiddenFromVisitors } from '../blocks/hiding.service.ts'
import { findCreatorCards } from '../creatorPages/shown.service.ts'
import { creatorPages } from '../creatorPages/table.ts'
import { OFFLINE_AFTER_MS } from '../toys/rules.ts'
import { isOnAirAt } from '../toys/service.ts'
import { toys } from '../toys/table.ts'
import type { LiveWelcome } from './contract.ts'

/** As many people as fit beside each other. */
const MAX_SHOWN = 6

export async function loadLiveWelcome(
  platform: Pick<Platform, 'db' | 'settings' | 'now'>,
): Promise<z.input<typeof LiveWelcome>> {
  const { db, now } = platform
  const offers = (await findMinutePackages(db)).packages
    .filter(({ active }) => active)
    .map(({ minutes, normalPrice: price }) => ({ minutes, price }))
  const [first] = offers.toSorted((one, other) => one.minutes - other.minutes)
  // The owner can't take the last one off the list.
  if (!first) throw new Error('no package of minutes is for sale')
  const rows = await db
    .selectDistinct({ ownerId: toys.ownerId })
    .from(toys)
    .where(
      and(
        eq(toys.isActive, true),
        isOnAirAt(now()),
        eq(toys.status, 'ONLINE'),
        gt(toys.lastActive, new Date(now().getTime() - OFFLINE_AFTER_MS)),
        isNull(toys.unreachableAt),
        isNull(toys.unstoppedAt),
        sql`not ${isHiddenFromVisitors(toys.ownerId)}`,
      ),
    )
  const ids = rows.map(({ ownerId }) => ownerId)
  const shown =
    ids.length > 0 ? await findCreatorCards(platform, null, isAnyOf(creatorPages.userId, ids)) : []
  return {
    online: ids.length,
    creators: shown.slice(0, MAX_SHOWN).map(({ card }) => card),
    perMinute: Math.min(...offers.map(pricePerMinute)),
    first,
  }
}
