import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assertBirthDateAllowed } from '../../people/accounts/rules.ts'
import type { UserRow } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import { categories } from '../../shop/catalog/table.ts'
import type { Db } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProfileChange } from './contract.ts'

/**
 * Changes the given fields of a profile, and keeps the others.
 * @throws Problem UNDER_AGE, or INVALID_INPUT for an impossible birth date or an unknown category
 */
export async function changeProfile(
  db: Db,
  userId: string,
  change: ProfileChange,
  now: Date,
): Promise<UserRow> {
  const { dateOfBirth, preferredCategories = [] } = change
  if (dateOfBirth) assertBirthDateAllowed(dateOfBirth, now)
  await expectCategories(db, preferredCategories)
  // With a column that is always set, the statement is valid without any change as well.
  const [user] = await db
    .update(users)
    .set({ ...change, id: sql`${users.id}` })
    .where(and(eq(users.id, userId), isNull(users.deleteAfter)))
    .returning()
  if (!user) throw new Problem('NO_SESSION')
  return user
}

async function expectCategories(db: Db, wanted: string[]): Promise<void> {
  if (wanted.length === 0) return
  const known = await db.$count(categories, inArray(sql`${categories.id}::text`, wanted))
  if (known < wanted.length)
    throw new Problem('INVALID_INPUT', {
      fields: { preferredCategories: 'Kies uit de categorieën van de shop.' },
    })
}
