import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Problem } from '../../../wire/problem.ts'
import { allowedFunctions } from '../../menu/rules.ts'
import { findFavourites, findMenuRow, saveMenu } from '../../menu/service.ts'
import { toyControlSessions } from '../../sessions/table.ts'
import { toyFunctions } from '../../toys/function.rules.ts'
import { isNamedPattern } from '../../toys/pattern.rules.ts'
import { toys } from '../../toys/table.ts'
import { applyCaps, type StudioContext } from '../service.ts'
import type { changeMenu, OwnMenu } from './contract.ts'

/** A creator's own menu: an admin's too is only of their own toys. */
export async function findOwnMenu(db: Db, userId: string): Promise<z.input<typeof OwnMenu>> {
  const own = and(eq(toys.ownerId, userId), isNull(toys.removedAt))
  const [{ menu }, rows, favourites] = await Promise.all([
    findMenuRow(db, userId),
    db.select().from(toys).where(own).orderBy(asc(toys.name), asc(toys.id)),
    findFavourites(db, userId),
  ])
  const ownToys = rows.map(toy => ({
    toyId: toy.id,
    name: toy.name,
    functions: [...toyFunctions(toy)],
    allowed: allowedFunctions(toy),
  }))
  return { ...menu, toys: ownToys, favourites }
}

/**
 * Stores a menu. Running sessions obey it at once, except for its audience and pause, which count at a start, and a longer session: its
 * player was told another length.
 * @throws Problem INVALID_INPUT for a pattern that does not exist
 */
export async function changeOwnMenu(
  context: StudioContext,
  userId: string,
  { toys: wanted, ...menu }: z.output<typeof changeMenu.input>,
): Promise<z.input<typeof OwnMenu>> {
  const { db, bus } = context
  if (!(menu.patterns ?? []).every(isNamedPattern))
    throw new Problem('INVALID_INPUT', { fields: { patterns: 'Dit patroon bestaat niet.' } })
  await db.transaction(async tx => {
    const rows = await tx
      .select()
      .from(toys)
      .where(eq(toys.ownerId, userId))
      .orderBy(toys.id)
      .for('no key update')
    for (const toy of rows) {
      const allowed = wanted.find(({ toyId }) => toyId === toy.id)?.allowed
      if (!allowed) continue
      const isAll = toyFunctions(toy).every(name => allowed.includes(name))
      await tx
        .update(toys)
        .set({ menuFunctions: isAll ? null : allowed })
        .where(eq(toys.id, toy.id))
    }
    if (menu.longestMinutes !== null) {
      const toyIds = rows.map(({ id }) => id)
      const isLive = and(
        ne(toyControlSessions.status, 'STOPPED'),
        inArray(toyControlSessions.toyDeviceId, toyIds),
      )
      await tx
        .select()
        .from(toyControlSessions)
        .where(isLive)
        .orderBy(toyControlSessions.id)
        .for('no key update')
      const shorter = sql`least(${toyControlSessions.longestMinutes}, ${menu.longestMinutes}::int)`
      await tx.update(toyControlSessions).set({ longestMinutes: shorter }).where(isLive)
    }
    await saveMenu(tx, userId, menu)
    const { longestMinutes, pauseMinutes, audience, ownPatterns } = menu
    const details = { longestMinutes, pauseMinutes, audience, ownPatterns }
    await recordAuditEntry(tx, { by: userId, action: 'MENU_CHANGED', subjectId: userId, details })
  })
  const own = await findOwnMenu(db, userId)
  await applyCaps(
    context,
    userId,
    own.toys.map(({ toyId }) => toyId),
  )
  bus.publish('toys.changed', null)
  return own
}
