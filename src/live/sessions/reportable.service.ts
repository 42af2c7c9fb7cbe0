import { aliasedTable, and, eq, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { ReportableKind } from '../../people/contentReports/kinds.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { toys } from '../toys/table.ts'
import type { SessionController } from './engine/sessionController.service.ts'
import { toyControlSessions } from './table.ts'
import { endSessionsOfToy, setToyActive } from './toyActivity.service.ts'

/** Toys of creators, as customers see them; one is taken away by switching it off. */
export const createReportableToys = (
  platform: Pick<Platform, 'db' | 'bus' | 'log' | 'now'>,
  sessionController: SessionController,
): ReportableKind => ({
  async find({ db }, toyId, viewer) {
    if (!viewer) return null
    const [toy] = await db
      .select({ ...columnsOf(toys, 'ownerId', 'name', 'model'), owner: users.displayName })
      .from(toys)
      .innerJoin(users, eq(users.id, toys.ownerId))
      .where(
        and(
          eq(toys.id, toyId),
          eq(toys.isActive, true),
          sql`not ${isHiddenFrom(viewer.userId, toys.ownerId)}`,
        ),
      )
    if (!toy) return null
    return {
      ownerId: toy.ownerId,
      path: '/admin/devices',
      evidence: [
        { label: 'Naam', text: toy.name },
        { label: 'Model', text: toy.model },
        { label: 'Creator', text: toy.owner },
      ],
    }
  },
  async remove(tx, toyId, { by }) {
    const isOn = and(eq(toys.id, toyId), eq(toys.isActive, true))
    return (await tx.$count(toys, isOn)) > 0 && (await setToyActive(tx, by, toyId, false)) !== null
  },
  restore: async (tx, toyId, { by }) => void (await setToyActive(tx, by, toyId, true)),
  async afterChange(toyId, { by, isRemoved }) {
    try {
      if (isRemoved) await endSessionsOfToy({ ...platform, sessionController }, by, toyId)
      platform.bus.publish('toys.changed', null)
    } catch (error) {
      platform.log.error({ err: error, toyId }, 'could not end the session of a removed toy')
    }
  },
})

/** How the other behaved in a session, reported by the customer or the creator. There is nothing to take away: it is over. */
export const reportableSessions: ReportableKind = {
  async find({ db }, sessionId, viewer) {
    if (!viewer) return null
    const creator = aliasedTable(users, 'creator')
    const [session] = await db
      .select({
        ...columnsOf(toyControlSessions, 'userId', 'createdAt', 'stoppedAt', 'minutesUsed'),
        toyName: toys.name,
        ownerId: toys.ownerId,
        customer: users.displayName,
        creator: creator.displayName,
      })
      .from(toyControlSessions)
      .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
      .innerJoin(users, eq(users.id, toyControlSessions.userId))
      .innerJoin(creator, eq(creator.id, toys.ownerId))
      .where(eq(toyControlSessions.id, sessionId))
    if (!session) return null
    const isCustomer = session.userId === viewer.userId
    if (!isCustomer && session.ownerId !== viewer.userId) return null
    return {
      ownerId: isCustomer ? session.ownerId : session.userId,
      path: null,
      evidence: [
        { label: 'Begonnen', text: session.createdAt.toISOString() },
        { label: 'Geëindigd', text: session.stoppedAt?.toISOString() ?? 'Loopt nog' },
        { label: 'Minuten', text: String(session.minutesUsed) },
        { label: 'Toy', text: session.toyName },
        { label: 'Creator', text: session.creator, isInternal: !isCustomer },
        { label: 'Klant', text: session.customer, isInternal: isCustomer },
      ],
    }
  },
}
