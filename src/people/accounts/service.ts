import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import { POLICY_VERSION, type Registration } from './contract.ts'
import { type Role } from '../../wire/roles.ts'
import { hashPassword, verifyPassword, dummyPasswordHash } from './passwordHash.service.ts'
import { assertBirthDateAllowed } from './rules.ts'
import { users } from './table.ts'

export type UserRow = typeof users.$inferSelect

type NewUserRow = typeof users.$inferInsert

/**
 * What is kept of a registration. Registering states that one is 18 or older, and records when.
 * @throws Problem UNDER_AGE; INVALID_INPUT for a birth date that nobody has
 */
export async function buildNewUser(
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<NewUserRow> {
  const { password, ...person } = registration
  if (person.dateOfBirth) assertBirthDateAllowed(person.dateOfBirth, now)
  const kept = await hashPassword(password)
  return { ...person, role, password: kept, adultStatementAt: now, policyVersion: POLICY_VERSION }
}

/** @throws Problem EMAIL_TAKEN */
export async function insertUser(db: Db, person: NewUserRow): Promise<UserRow> {
  const [user] = await db
    .insert(users)
    .values(person)
    .onConflictDoNothing({ target: users.email })
    .returning()
  if (!user)
    throw new Problem('EMAIL_TAKEN', { fields: { email: 'Er is al een account met dit e-mailadres.' } })
  return user
}

/** Both at once, without a word to anyone: for demo data and tests. @throws Problem UNDER_AGE, EMAIL_TAKEN */
export const createUserWithoutMail = async (
  db: Db,
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<UserRow> => insertUser(db, await buildNewUser(registration, now, role))

/**
 * The user with this e-mail and password.
 * @throws Problem INVALID_CREDENTIALS, after the same work whether or not the e-mail is known; ACCOUNT_CLOSED only for
 * who knows the password.
 */
export async function checkCredentials(db: Db, email: string, password: string): Promise<UserRow> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)))
  const matches = await verifyPassword(password, user?.password ?? (await dummyPasswordHash))
  if (!user || !matches) throw new Problem('INVALID_CREDENTIALS')
  if (user.deleteAfter) throw new Problem('ACCOUNT_CLOSED')
  return user
}

export async function getUserRow(db: Db, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('NO_SESSION')
  return user
}
