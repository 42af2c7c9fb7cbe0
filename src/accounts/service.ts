import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { batched } from '../platform/batch.ts'
import type { Db } from '../platform/db.ts'
import { puttingTogetherOnce } from '../platform/statement.ts'
import { hashToken, newToken, SESSION_DAYS, type Who } from '../platform/session.ts'
import { Problem } from '../wire/problem.ts'
import { POLICY_VERSION, type Registration, type Role } from './contract.ts'
import { hashPassword, isPassword, nobodysPassword } from './password.service.ts'
import { expectBirthDate } from './rules.ts'
import { loginSessions, users } from './table.ts'

export type UserRow = typeof users.$inferSelect

type NewUser = typeof users.$inferInsert

/**
 * What is kept of a registration. Registering states that one is 18 or older, and records when.
 * @throws Problem UNDER_AGE; INVALID_INPUT for a birth date that nobody has
 */
export async function prepareUser(
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<NewUser> {
  const { password, ...person } = registration
  if (person.dateOfBirth) expectBirthDate(person.dateOfBirth, now)
  const kept = await hashPassword(password)
  return { ...person, role, password: kept, adultStatementAt: now, policyVersion: POLICY_VERSION }
}

/** @throws Problem EMAIL_TAKEN */
export async function addUser(tx: Db, person: NewUser): Promise<UserRow> {
  const [user] = await tx
    .insert(users)
    .values(person)
    .onConflictDoNothing({ target: users.email })
    .returning()
  if (!user)
    throw new Problem('EMAIL_TAKEN', { fields: { email: 'Er is al een account met dit e-mailadres.' } })
  return user
}

/** Both at once, without a word to anyone: for demo data and tests. @throws Problem UNDER_AGE, EMAIL_TAKEN */
export const registerUser = async (
  db: Db,
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<UserRow> => addUser(db, await prepareUser(registration, now, role))

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
  const matches = await isPassword(password, user?.password ?? (await nobodysPassword))
  if (!user || !matches) throw new Problem('INVALID_CREDENTIALS')
  if (user.deleteAfter) throw new Problem('ACCOUNT_CLOSED')
  return user
}

/**
 * Opens a session and returns its token, which is not kept.
 * @param checked the password as it was kept when it was found to be right: one that is changed at the same moment opens
 * nothing any more, because changing it locks the user's row
 * @throws Problem INVALID_CREDENTIALS when it was changed, or the account closed, meanwhile
 */
export async function openSession(db: Db, userId: string, now: Date, checked?: string): Promise<string> {
  const token = newToken()
  const unchanged = checked === undefined ? sql`true` : sql`${users.password} = ${checked}`
  const { rows } = (await db.execute(sql`
    insert into ${loginSessions} (token_hash, user_id, expires_at)
    select ${hashToken(token)}, ${users.id}, ${expiryFrom(now).toISOString()}::timestamptz from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${unchanged}
    for share
    returning user_id`)) as { rows: object[] }
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.delete(loginSessions).where(eq(loginSessions.tokenHash, hashToken(token)))
}

const sessionsQuery = puttingTogetherOnce(db =>
  db
    .select({
      tokenHash: loginSessions.tokenHash,
      userId: users.id,
      role: users.role,
      expiresAt: loginSessions.expiresAt,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(sql`${loginSessions.tokenHash} = any (${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions'),
)

type Session = Who & { expiresAt: Date }

/**
 * Tells who holds a token, asking the database anew for each request: a sign-out or another role counts at once. Requests
 * that come together are asked after in one statement; a session in use is prolonged about once a day.
 */
export function identifier(db: Db, now: () => Date): (token: string) => Promise<Who | null> {
  const sessionOf = batched(async (tokenHashes: string[]): Promise<Map<string, Session>> => {
    // A hash is of letters, digits, - and _, so that the list needs no quotes.
    const found = await sessionsQuery(db).execute({ tokenHashes: `{${tokenHashes.join(',')}}` })
    return new Map(found.map(session => [session.tokenHash, session]))
  })
  return async token => {
    const tokenHash = hashToken(token)
    const session = await sessionOf(tokenHash)
    const at = now()
    if (!session || session.expiresAt <= at) return null
    const usedUp = expiryFrom(at).getTime() - session.expiresAt.getTime()
    if (usedUp > 24 * 3600_000) {
      await db
        .update(loginSessions)
        .set({ expiresAt: expiryFrom(at) })
        .where(eq(loginSessions.tokenHash, tokenHash))
    }
    return { userId: session.userId, role: session.role }
  }
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * 24 * 3600_000)

export async function readUserRow(db: Db, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('NO_SESSION')
  return user
}

/** Forgets sessions that nobody can use any more. */
export async function forgetExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(loginSessions).where(lte(loginSessions.expiresAt, now))
}
