import { eq, lte, sql } from 'drizzle-orm'
import { batched } from '../platform/batch.ts'
import type { Db } from '../platform/db.ts'
import { puttingTogetherOnce } from '../platform/statement.ts'
import { hashToken, newToken, SESSION_DAYS, type Who } from '../platform/session.ts'
import { Problem } from '../wire/problem.ts'
import { POLICY_VERSION, type Registration, type Role } from './contract.ts'
import { hashPassword, isPassword, nobodysPassword } from './password.service.ts'
import { isAdult } from './rules.ts'
import { loginSessions, users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** @throws Problem UNDER_AGE, EMAIL_TAKEN. Registering states that one is 18 or older, and records when. */
export async function registerUser(
  db: Db,
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<UserRow> {
  const { password, ...person } = registration
  if (person.dateOfBirth && !isAdult(person.dateOfBirth, now)) {
    throw new Problem('UNDER_AGE', { fields: { dateOfBirth: 'Je moet 18 jaar of ouder zijn.' } })
  }
  const [user] = await db
    .insert(users)
    .values({
      ...person,
      role,
      password: await hashPassword(password),
      adultStatementAt: now,
      policyVersion: POLICY_VERSION,
    })
    .onConflictDoNothing({ target: users.email })
    .returning()
  if (!user)
    throw new Problem('EMAIL_TAKEN', { fields: { email: 'Er is al een account met dit e-mailadres.' } })
  return user
}

/**
 * The user with this e-mail and password.
 * @throws Problem INVALID_CREDENTIALS, after the same work whether or not the e-mail is known.
 */
export async function checkCredentials(db: Db, email: string, password: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const matches = await isPassword(password, user?.password ?? (await nobodysPassword))
  if (!user || !matches) throw new Problem('INVALID_CREDENTIALS')
  return user
}

/** Opens a session and returns its token, which is not kept. */
export async function openSession(db: Db, userId: string, now: Date): Promise<string> {
  const token = newToken()
  await db.insert(loginSessions).values({ tokenHash: hashToken(token), userId, expiresAt: expiryFrom(now) })
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
