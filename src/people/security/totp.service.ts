import { randomBytes } from 'node:crypto'
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import QRCode from 'qrcode'
import { assertPassword } from '../accounts/passwordChange.service.ts'
import { getUserRow } from '../accounts/service.ts'
import { deleteLoginSessions } from '../accounts/session.service.ts'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import {
  isTotpCode,
  generateTotpSecret,
  buildOtpauthUrl,
  normalizeCode,
  findTotpStep,
} from './totpCode.service.ts'
import { RECOVERY_CODE_COUNT } from './contract.ts'
import { queueSecurityMail } from './notices.service.ts'
import { recoveryCodes, totpSecrets } from './table.ts'
import type { SecretCipher } from './secretCipher.service.ts'

/** Crockford's base32, https://www.crockford.com/base32.html: no I, L, O or U to mistake for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

const invalidCode = () => new Problem('INVALID_CODE', { fields: { code: 'Deze code klopt niet.' } })

export async function getTwoFactorStatus(db: Db, userId: string) {
  const [[secret], [left]] = await Promise.all([
    db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db.select({ number: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ])
  return { confirmedAt: secret?.confirmedAt ?? null, recoveryCodesLeft: left?.number ?? 0 }
}

/**
 * Makes a secret that signs nobody in until a code of it is confirmed; one that was begun before is forgotten.
 * @throws Problem WRONG_PASSWORD, TWO_FACTOR_ON
 */
export async function createTotpEnrollment(
  { db, settings }: Platform,
  vault: SecretCipher,
  userId: string,
  password: string,
) {
  await assertPassword(db, userId, password)
  const { email } = await getUserRow(db, userId)
  const secret = generateTotpSecret()
  const locked = vault.encrypt(secret, userId)
  const [kept] = await db
    .insert(totpSecrets)
    .values({ userId, secret: locked })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret: locked },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  if (!kept) throw new Problem('TWO_FACTOR_ON')
  const url = buildOtpauthUrl(secret, settings.current.shopName, email)
  const svg = await QRCode.toString(url, { type: 'svg', margin: 1 })
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return { secret, otpauthUrl: url, qrCode }
}

/**
 * Turns two-step verification on. Other sessions end: they were opened by a password alone.
 * @returns the recovery codes
 * @throws Problem INVALID_CODE, also when nothing was begun; TWO_FACTOR_ON
 */
export const enableTotp = (
  platform: Platform,
  vault: SecretCipher,
  who: AuthenticatedUser,
  code: string,
): Promise<string[]> =>
  platform.db.transaction(async tx => {
    const { userId, sessionId } = who
    const now = platform.now()
    // The user's row first, as everywhere: whoever changes how one signs in waits for whoever does so before.
    await tx.update(users).set({ twoFactorAt: now }).where(eq(users.id, userId))
    const [kept] = await tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).for('update')
    if (kept?.confirmedAt) throw new Problem('TWO_FACTOR_ON')
    // It proves that the app has the secret, and signs nobody in: as a sign-in the same code still works, once.
    const secret = kept && decryptTotpSecret(platform, vault, kept)
    const step = secret && findTotpStep(secret, normalizeCode(code), now)
    if (!step) throw invalidCode()
    await tx.update(totpSecrets).set({ confirmedAt: now }).where(eq(totpSecrets.userId, userId))
    await deleteLoginSessions(tx, userId, sessionId)
    await queueSecurityMail(tx, platform, userId, 'TWO_FACTOR_ON')
    return insertRecoveryCodes(tx, vault, userId)
  })

/** @throws Problem WRONG_PASSWORD; NOT_FOUND when two-step verification is off */
export async function replaceRecoveryCodes(
  db: Db,
  vault: SecretCipher,
  userId: string,
  password: string,
): Promise<string[]> {
  await assertPassword(db, userId, password)
  return db.transaction(async tx => {
    const [kept] = await tx.select().from(totpSecrets).where(isTotpEnabled(userId)).for('update')
    if (!kept) throw new Problem('NOT_FOUND')
    return insertRecoveryCodes(tx, vault, userId)
  })
}

/** @throws Problem WRONG_PASSWORD; NOT_FOUND when two-step verification is off */
export async function deleteTotp(platform: Platform, userId: string, password: string): Promise<void> {
  await assertPassword(platform.db, userId, password)
  await platform.db.transaction(async tx => {
    await tx.update(users).set({ twoFactorAt: null }).where(eq(users.id, userId))
    const gone = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning()
    if (!gone[0]?.confirmedAt) throw new Problem('NOT_FOUND')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await queueSecurityMail(tx, platform, userId, 'TWO_FACTOR_OFF')
  })
}

/**
 * Uses a code up: a code of the app once, and none older than it; a recovery code for good. Of two who come with the same
 * one, the database lets one through.
 * @throws Problem INVALID_CODE
 */
export async function consumeTwoFactorCode(
  tx: Tx,
  platform: Platform,
  vault: SecretCipher,
  userId: string,
  entered: string,
): Promise<void> {
  const code = normalizeCode(entered)
  if (isTotpCode(code)) {
    if (!(await consumeTotpStep(tx, platform, vault, userId, code))) throw invalidCode()
    return
  }
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, vault.hashCode(code, userId))))
    .returning({ userId: recoveryCodes.userId })
  if (used.length === 0) throw invalidCode()
  await queueSecurityMail(tx, platform, userId, 'RECOVERY_CODE_USED')
}

async function consumeTotpStep(
  tx: Tx,
  platform: Platform,
  vault: SecretCipher,
  userId: string,
  code: string,
): Promise<boolean> {
  const { now } = platform
  const [kept] = await tx.select().from(totpSecrets).where(isTotpEnabled(userId))
  const secret = kept && decryptTotpSecret(platform, vault, kept)
  const step = secret && findTotpStep(secret, code, now())
  if (!step) return false
  const used = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(isTotpEnabled(userId), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId })
  return used.length > 0
}

/** Null for one that can't be read: no code is right then, and the operator is told. */
function decryptTotpSecret(
  { log }: Platform,
  vault: SecretCipher,
  { userId, secret }: typeof totpSecrets.$inferSelect,
): string | null {
  try {
    return vault.decrypt(secret, userId)
  } catch (error) {
    log.error(
      { err: error, userId },
      'a secret of two-step verification can not be read: is SESSION_SECRET another?',
    )
    return null
  }
}

const isTotpEnabled = (userId: string) =>
  and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))

async function insertRecoveryCodes(tx: Tx, vault: SecretCipher, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map(code => ({ userId, codeHash: vault.hashCode(normalizeCode(code), userId) })))
  return codes
}

/** 50 random bits, in two groups. */
function generateRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
}
