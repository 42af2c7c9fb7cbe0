import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assertBirthDateAllowed } from '../../people/accounts/rules.ts'
import type { UserRow } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import { categories } from '../../shop/catalog/table.ts'
import type { Db } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProfileChange } from './contract.ts'

/**
 * Changes what is given of a profile, and leaves the rest.
 * @throws Problem UNDER_AGE, or INVALID_INPUT for a birth date that nobody has or a category that is not there
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
  // Naming a column that is always there makes a statement of no change, too.
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
