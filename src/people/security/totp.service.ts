import { randomBytes } from 'node:crypto'
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { assertPassword } from '../accounts/passwords/passwordChange.service.ts'
import { getUserRow, lockUserForLogin } from '../accounts/service.ts'
import { assertOpenLoginSession, deleteLoginSessions } from '../accounts/login/session.service.ts'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { RECOVERY_CODE_COUNT } from './contract.ts'
import { queueSecurityMail } from './notices.service.ts'
import { recoveryCodes, totpSecrets } from './table.ts'
import type { SecretCipher } from './secretCipher.service.ts'
import type { LoginFlow } from '../accounts/login/loginFlow.service.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { Secret, TOTP } from 'otpauth'
import { consumePendingLogin } from '../accounts/login/pendingLogin.service.ts'

/** Crockford's base32, https://www.crockford.com/base32.html: without the letters I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

const invalidCode = () => new Problem('INVALID_CODE', { fields: { code: 'Deze code klopt niet.' } })

export async function getTwoFactorStatus(db: Db, userId: string) {
  const [[secret], [remaining]] = await Promise.all([
    db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db.select({ number: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ])
  return { confirmedAt: secret?.confirmedAt ?? null, recoveryCodesLeft: remaining?.number ?? 0 }
}

/**
 * Creates a secret, which cannot be used until a first code confirms it. Replaces an earlier unconfirmed one.
 * @throws Problem WRONG_PASSWORD, TWO_FACTOR_ON
 */
export async function createTotpEnrollment(
  { db, settings }: Platform,
  cipher: SecretCipher,
  userId: string,
  password: string,
) {
  await assertPassword(db, userId, password)
  const { email } = await getUserRow(db, userId)
  const secret = generateTotpSecret()
  const encrypted = cipher.encrypt(secret, userId)
  const [saved] = await db
    .insert(totpSecrets)
    .values({ userId, secret: encrypted })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret: encrypted },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  if (!saved) throw new Problem('TWO_FACTOR_ON')
  const url = buildOtpauthUrl(secret, settings.current.shopName, email)
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(url, { type: 'svg', margin: 1 })
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return { secret, otpauthUrl: url, qrCode }
}

/**
 * Turns two-factor login on and ends the other sessions, which were created with a password alone.
 * @returns the recovery codes, and how many sessions ended
 * @throws Problem INVALID_CODE, also without an enrollment; TWO_FACTOR_ON; NO_SESSION when the session ended meanwhile
 */
export const enableTotp = (platform: Platform, cipher: SecretCipher, user: AuthenticatedUser, code: string) =>
  platform.db.transaction(async tx => {
    const { userId, sessionId } = user
    const now = platform.now()
    // Update the user's row first, as everywhere: that locks it against other changes of how this user signs in.
    await tx.update(users).set({ twoFactorAt: now }).where(eq(users.id, userId))
    await assertOpenLoginSession(tx, sessionId)
    const [stored] = await tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).for('update')
    if (stored?.confirmedAt) throw new Problem('TWO_FACTOR_ON')
    // The step is not stored as used: the same code may still be used once to sign in.
    const secret = stored && decryptTotpSecret(platform, cipher, stored)
    const step = secret && findTotpStep(secret, normalizeCode(code), now)
    if (!step) throw invalidCode()
    await tx.update(totpSecrets).set({ confirmedAt: now }).where(eq(totpSecrets.userId, userId))
    const endedLogins = await deleteLoginSessions(tx, platform.bus, userId, sessionId)
    await queueSecurityMail(tx, platform, userId, 'TWO_FACTOR_ON')
    return { recoveryCodes: await insertRecoveryCodes(tx, cipher, userId), endedLogins }
  })

/**
 * Makes recovery codes anew, and ends the other sessions: who asked for the codes before may have one.
 * @returns the codes, and how many sessions ended
 * @throws Problem WRONG_PASSWORD; NOT_FOUND when two-factor login is off
 */
export async function replaceRecoveryCodes(
  platform: Platform,
  cipher: SecretCipher,
  { userId, sessionId }: AuthenticatedUser,
  password: string,
) {
  await assertPassword(platform.db, userId, password)
  return platform.db.transaction(async tx => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [stored] = await tx.select().from(totpSecrets).where(isTotpEnabled(userId)).for('update')
    if (!stored) throw new Problem('NOT_FOUND')
    const endedLogins = await deleteLoginSessions(tx, platform.bus, userId, sessionId)
    await queueSecurityMail(tx, platform, userId, 'RECOVERY_CODES_RENEWED')
    return { recoveryCodes: await insertRecoveryCodes(tx, cipher, userId), endedLogins }
  })
}

/**
 * Turns two-factor login off, and ends the other sessions.
 * @returns how many sessions ended
 * @throws Problem WRONG_PASSWORD; NOT_FOUND when two-factor login is off
 */
export async function deleteTotp(
  platform: Platform,
  { userId, sessionId }: AuthenticatedUser,
  password: string,
): Promise<number> {
  await assertPassword(platform.db, userId, password)
  return platform.db.transaction(async tx => {
    await tx.update(users).set({ twoFactorAt: null }).where(eq(users.id, userId))
    const deleted = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning()
    if (!deleted[0]?.confirmedAt) throw new Problem('NOT_FOUND')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await queueSecurityMail(tx, platform, userId, 'TWO_FACTOR_OFF')
    return deleteLoginSessions(tx, platform.bus, userId, sessionId)
  })
}

/**
 * Consumes a code: a TOTP code, after which it and older ones are refused, or a recovery code. Of two simultaneous requests
 * with the same code, one succeeds.
 * @throws Problem INVALID_CODE
 */
export async function consumeTwoFactorCode(
  tx: Tx,
  platform: Platform,
  cipher: SecretCipher,
  userId: string,
  entered: string,
): Promise<void> {
  const code = normalizeCode(entered)
  if (isTotpCode(code)) {
    if (!(await consumeTotpStep(tx, platform, cipher, userId, code))) throw invalidCode()
    return
  }
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, cipher.hashCode(code, userId))))
    .returning({ userId: recoveryCodes.userId })
  if (used.length === 0) throw invalidCode()
  await queueSecurityMail(tx, platform, userId, 'RECOVERY_CODE_USED')
}

async function consumeTotpStep(
  tx: Tx,
  platform: Platform,
  cipher: SecretCipher,
  userId: string,
  code: string,
): Promise<boolean> {
  const { now } = platform
  const [stored] = await tx.select().from(totpSecrets).where(isTotpEnabled(userId))
  const secret = stored && decryptTotpSecret(platform, cipher, stored)
  const step = secret && findTotpStep(secret, code, now())
  if (!step) return false
  const used = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(isTotpEnabled(userId), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId })
  return used.length > 0
}

/** @returns null when it cannot be decrypted, which is logged: no code is right then */
function decryptTotpSecret(
  { log }: Platform,
  cipher: SecretCipher,
  { userId, secret }: typeof totpSecrets.$inferSelect,
): string | null {
  try {
    return cipher.decrypt(secret, userId)
  } catch (error) {
    log.error({ err: error, userId }, 'cannot decrypt a TOTP secret: was SESSION_SECRET changed?')
    return null
  }
}

const isTotpEnabled = (userId: string) =>
  and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))

async function insertRecoveryCodes(tx: Tx, cipher: SecretCipher, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map(code => ({ userId, codeHash: cipher.hashCode(normalizeCode(code), userId) })))
  return codes
}

/** 50 random bits, as two groups of 5 characters. */
function generateRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
}

/**
 * Consumes the code and the pending login and creates the session, in one transaction.
 * @param options.pending the token of the pending login
 * @returns the session's token
 * @throws Problem INVALID_CODE, LOGIN_EXPIRED, ACCOUNT_CLOSED
 */
export const completeTwoFactorLogin = (
  platform: Platform,
  cipher: SecretCipher,
  loginFlow: LoginFlow,
  { userId, pending, code, context }: { userId: string; pending: string; code: string; context: CallContext },
): Promise<string> =>
  platform.db.transaction(async tx => {
    await lockUserForLogin(tx, userId)
    await consumeTwoFactorCode(tx, platform, cipher, userId, code)
    await consumePendingLogin(tx, pending)
    return loginFlow.createSession(tx, userId, context, { confirmedBy: 'CODE' })
  })

/** The parameters of RFC 6238 that every authenticator app supports: SHA-1, six digits, a new one every 30 seconds. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps of 30 seconds a clock may differ, either way. */
const STEP_TOLERANCE = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const createTotp = (secret: string) => new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) })

/** The URL in the QR code. */
const buildOtpauthUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...totpOptions, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** @returns the 30-second step since 1970 that the code belongs to; null when it matches none near `now` */
function findTotpStep(secret: string, code: string, now: Date): number | null {
  // The library compares bytes, and fails for other letters than those.
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const stepOffset = createTotp(secret).validate({ token: code, timestamp, window: STEP_TOLERANCE })
  return stepOffset === null ? null : Math.floor(timestamp / 1000 / totpOptions.period) + stepOffset
}

/** Removes spaces and dashes, and reads the letters O, I and L, which no code contains, as 0 and 1. */
const normalizeCode = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Whether it looks like a TOTP code rather than a recovery code. */
const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)
