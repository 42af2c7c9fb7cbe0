import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/db/batchLoader.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { memoizeQuery } from '../../platform/db/preparedStatements.ts'
import { isAnyOf, toPgArray } from '../../platform/db/sql.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { type ConfirmationMethod, POLICY_VERSION, type Registration, welcomeMail } from './contract.ts'
import { verificationMailProps } from './emailVerification.service.ts'
import { assertUnknownPassword } from './passwords/knownPasswords.service.ts'
import type { Role } from '../../wire/roles.ts'
import { hashPassword, verifyPassword, dummyPasswordHash } from './passwords/passwordHash.service.ts'
import { assertBirthDateAllowed } from './rules.ts'
import { users } from './table.ts'
import { currentTermsVersion, recordTermsAcceptance } from './terms.service.ts'

export type UserRow = typeof users.$inferSelect

type NewUserRow = typeof users.$inferInsert

/**
 * The row of a new user. Registering states that one is 18 or older; the time of that statement is stored.
 * @throws Problem UNDER_AGE; INVALID_INPUT for a birth date over 120 years ago, or a known password
 */
export async function buildNewUser(
  registration: Registration,
  now: Date,
  role: Role = 'USER',
  { policyVersion = POLICY_VERSION, shopName = '' } = {},
) {
  const { password, ...person } = registration
  if (person.dateOfBirth) assertBirthDateAllowed(person.dateOfBirth, now)
  await assertUnknownPassword(password, { shopName, ...person }, 'password')
  const passwordHash = await hashPassword(password)
  return { ...person, role, password: passwordHash, adultStatementAt: now, policyVersion }
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

/** Registers a customer and queues the welcome mail in the same transaction. @throws Problem UNDER_AGE, EMAIL_TAKEN */
export async function registerCustomer(platform: Platform, registration: Registration): Promise<UserRow> {
  const { db, jobs, now, content } = platform
  // Hashing is slow, so it is done before a database connection is taken.
  const terms = currentTermsVersion(content)
  const { shopName } = platform.settings.current
  const newUser = await buildNewUser(registration, now(), 'USER', { policyVersion: terms, shopName })
  return db.transaction(async tx => {
    const user = await insertUser(tx, newUser)
    await recordTermsAcceptance(tx, user.id, terms, now())
    await queueMail(tx, jobs, welcomeMail, user.email, verificationMailProps(platform, user.id))
    return user
  })
}

/** Creates a user without the welcome mail: for demo data and tests. @throws Problem UNDER_AGE, EMAIL_TAKEN */
export const createUserWithoutMail = async (
  db: Db,
  registration: Registration,
  now: Date,
  role: Role = 'USER',
): Promise<UserRow> => insertUser(db, await buildNewUser(registration, now, role))

/** So that an owner can see whose account somebody tries to open: the account's id, and nothing that was typed. */
export const logRefusedLogin = (log: Log, userId: string | undefined, method: ConfirmationMethod): void =>
  log.info({ userId: userId ?? null, method }, 'login refused')

/**
 * The user with this e-mail and password.
 * @throws Problem INVALID_CREDENTIALS, in the same time whether or not the e-mail is known; ACCOUNT_CLOSED and ACCOUNT_SUSPENDED
 * only when the password is right
 */
export async function checkCredentials(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  email: string,
  password: string,
): Promise<UserRow> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)))
  const matches = await verifyPassword(password, user?.password ?? (await dummyPasswordHash))
  if (!user || !matches) {
    // Also without an account, or the answer would come sooner.
    logRefusedLogin(log, user?.id, 'PASSWORD')
    throw new Problem('INVALID_CREDENTIALS')
  }
  if (user.deleteAfter) throw new Problem('ACCOUNT_CLOSED')
  if (user.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED')
  return user
}

/** @throws Problem NO_SESSION when the user does not exist */
export async function getUserRow(db: Db, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('NO_SESSION')
  return user
}

/** `getUserRow` for the reads of every page: simultaneous reads share one statement. */
export function createUserReader(db: Db): (userId: string) => Promise<UserRow> {
  const findUser = createBatchLoader(
    async (userIds: string[]) => {
      const rows = await usersQuery(db).execute({ userIds: toPgArray(userIds) })
      return new Map(rows.map(user => [user.id, user]))
    },
    { maxRunning: READS_AT_ONCE },
  )
  return async userId => {
    const user = await findUser(userId)
    if (!user) throw new Problem('NO_SESSION')
    return user
  }
}

const usersQuery = memoizeQuery(db =>
  db
    .select()
    .from(users)
    .where(isAnyOf(users.id, sql.placeholder('userIds')))
    .prepare('users'),
)

/** Reads names of users. @returns the name of one of them; null for null and for an unknown one */
export async function findDisplayNames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = ids.filter(id => id !== null)
  const rows = await db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(inArray(users.id, known))
  return id => rows.find(row => row.id === id)?.displayName ?? null
}

/** For lists of someone's things that are empty. @throws Problem NOT_FOUND for an unknown or erased user */
export async function assertAccountExists(db: Db, userId: string): Promise<void> {
  const own = and(eq(users.id, userId), isNull(users.erasedAt))
  const [user] = await db.select({ id: users.id }).from(users).where(own)
  if (!user) throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
}

/**
 * Locks the user's row, so that the account is not closed and its password not changed until the transaction ends.
 * @throws Problem ACCOUNT_CLOSED, ACCOUNT_SUSPENDED, LOGIN_EXPIRED
 */
export async function lockUserForLogin(tx: Tx, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!user) throw new Problem('LOGIN_EXPIRED')
  if (user.deleteAfter) throw new Problem('ACCOUNT_CLOSED')
  if (user.suspendedAt) throw new Problem('ACCOUNT_SUSPENDED')
  return user
}
