import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { email as emailField } from '../../wire/fields.ts'
import { TOKEN_HOURS } from '../accounts/contract.ts'
import { buildNewUser, insertUser, type UserRow } from '../accounts/service.ts'
import { deleteLoginSessions } from '../accounts/login/session.service.ts'
import { users } from '../accounts/table.ts'
import { issueToken } from '../accounts/token.service.ts'
import { recordAuditEntry } from '../audit/service.ts'
import { deleteTwoFactor } from '../security/twoFactorReset.service.ts'

/** The parts of the platform that `npm run admin` needs; it may run beside the server, or without one. */
export type AdminCommandDeps = Pick<Platform, 'db' | 'bus' | 'now' | 'origin'>

const usage = 'Gebruik: npm run admin -- create|promote|reset E-MAIL'

/**
 * Runs `npm run admin`: `create` makes an admin account, `promote` makes an account an admin, and `reset` removes the second step
 * of an admin who lost it and ends their login sessions. `create` and `reset` return a link to choose a password. Each is one
 * transaction with its entry in the audit log, whose actor is the system.
 * @returns the text to print
 * @throws Problem whose message explains the error
 */
export async function runAdminCommand(deps: AdminCommandDeps, [verb, address, ...rest]: string[]) {
  const command = commands.get(verb ?? '')
  if (!command || rest.length > 0) throw invalid(usage)
  const parsed = emailField.safeParse(address)
  if (!parsed.success) throw invalid(`${address ?? ''} is geen e-mailadres. ${usage}`.trim())
  return command(deps, parsed.data)
}

const invalid = (message: string) => new Problem('INVALID_INPUT', { message })

async function createAdmin(deps: AdminCommandDeps, email: string): Promise<string> {
  const { db, now } = deps
  // Nobody knows this password; the link replaces it.
  const password = randomBytes(32).toString('base64url')
  const person = { email, password, displayName: 'Administrator', firstName: null, lastName: null }
  const newAdmin = await buildNewUser({ ...person, dateOfBirth: null }, now(), 'ADMIN')
  return db.transaction(async tx => {
    const { id } = await insertUser(tx, newAdmin)
    await recordAuditEntry(tx, { by: null, action: 'ADMIN_ADDED', subjectId: id })
    return `${email} is nu administrator. ${await passwordLink(tx, deps, id)}`
  })
}

const promoteToAdmin = ({ db, bus }: AdminCommandDeps, email: string): Promise<string> =>
  db.transaction(async tx => {
    const { id, role } = await lockUser(tx, email)
    if (role === 'ADMIN') return `${email} is al administrator.`
    await tx.update(users).set({ role: 'ADMIN' }).where(eq(users.id, id))
    const details = { role: { from: role, to: 'ADMIN' } }
    await recordAuditEntry(tx, { by: null, action: 'USER_ROLE_SET', subjectId: id, details })
    await deleteLoginSessions(tx, bus, id)
    return `${email} is nu administrator, en moet opnieuw inloggen.`
  })

const resetAdmin = (deps: AdminCommandDeps, email: string): Promise<string> =>
  deps.db.transaction(async tx => {
    const { id, role } = await lockUser(tx, email)
    if (role !== 'ADMIN') throw invalid(`${email} is geen administrator.`)
    await deleteTwoFactor(tx, id)
    await deleteLoginSessions(tx, deps.bus, id)
    await recordAuditEntry(tx, { by: null, action: 'ADMIN_RESET', subjectId: id })
    return `De tweede stap van ${email} is weg, en elke sessie is beëindigd. ${await passwordLink(tx, deps, id)}`
  })

const commands = new Map([
  ['create', createAdmin],
  ['promote', promoteToAdmin],
  ['reset', resetAdmin],
])

async function lockUser(tx: Tx, email: string): Promise<UserRow> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deleteAfter)))
    .for('no key update')
  if (!user) throw new Problem('NOT_FOUND', { message: `Er is geen account met ${email}.` })
  return user
}

async function passwordLink(tx: Tx, { now, origin }: AdminCommandDeps, userId: string): Promise<string> {
  const token = await issueToken(tx, userId, 'RESET_PASSWORD', now())
  return `Kies een wachtwoord met deze link, ${TOKEN_HOURS.RESET_PASSWORD} uur geldig:\n${origin()}/reset-password#token=${token}`
}
