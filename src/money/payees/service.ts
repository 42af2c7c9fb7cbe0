import { and, eq, isNotNull } from 'drizzle-orm'
import { electronicFormatIBAN, extractIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { normalizeVatNumber } from '../../wire/company.ts'
import { Problem } from '../../wire/problem.ts'
import {
  ibanChangedMail,
  missingNumbers,
  type OwnPayee,
  PAYEE_PATH,
  type PayeeInput,
  selfBillingAgreement,
} from './contract.ts'
import { endOf, ibanUsableAt, payeeErrors } from './rules.ts'
import { isSepaName } from './sepaText.rules.ts'
import { payees } from './table.ts'

export type PayeeRow = typeof payees.$inferSelect

/** The texts of a payee, which are encrypted together. */
export interface PayeeFile extends Omit<
  PayeeInput,
  'taxNumber' | 'iban' | 'companyName' | 'agreesSelfBilling'
> {
  taxNumber: string
  /** In electronic format. */
  iban: string
  /** The name of the account: the verified name at the time of the change, or that of the company. */
  holderName: string
}

export const payeeFile: EncryptedField<'encrypted'> = { table: payees, name: 'encrypted' }

/** The facts of other districts; `app` passes them. */
export interface PayeeSources {
  /** The legal name by which her identity was verified; null without a verification. */
  findVerifiedName(db: Db, userId: string): Promise<string | null>
  /** Every creator who ever earned anything, and since when. */
  listEarners(db: Db): Promise<{ creatorId: string; firstEarnedAt: Date }[]>
}

/** @returns null when she gave none, or after the loss of their key */
export async function readPayeeFile(
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  db: Db,
  row: Pick<PayeeRow, 'id' | 'encrypted' | 'keyId'> | undefined,
): Promise<PayeeFile | null> {
  if (!row || row.encrypted === null || row.keyId === null) return null
  const { id, encrypted, keyId } = row
  const text = await dataCipher.decrypt(db, payeeFile, { id, encrypted, keyId })
  return text === null ? null : (JSON.parse(text) as PayeeFile)
}

export async function findPayee(db: Db, userId: string): Promise<PayeeRow | undefined> {
  const [row] = await db.select().from(payees).where(eq(payees.userId, userId))
  return row
}

/** Locks the row of a creator, which is made when there is none. */
export async function lockPayee(tx: Tx, userId: string, now: Date): Promise<PayeeRow> {
  await tx.insert(payees).values({ userId, createdAt: now }).onConflictDoNothing()
  const [row] = await tx.select().from(payees).where(eq(payees.userId, userId)).for('update')
  return row as PayeeRow
}

/** @throws Problem INVALID_INPUT unless the check digits are right and the country is in SEPA */
export function parseIban(typed: string, field = 'iban'): string {
  const iban = electronicFormatIBAN(typed) ?? ''
  if (isValidIBAN(iban) && isSEPACountry(extractIBAN(iban).countryCode ?? '')) return iban
  throw new Problem('INVALID_INPUT', { fields: { [field]: 'Dit is geen geldig rekeningnummer (IBAN).' } })
}

/** A user's own details, with the ends of the numbers alone. */
export async function getOwnPayee(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  sources: PayeeSources,
  userId: string,
): Promise<z.input<typeof OwnPayee>> {
  const { db, now } = platform
  const row = await findPayee(db, userId)
  const file = await readPayeeFile(platform, db, row)
  const isWaiting = file !== null && row?.usableAt && row.usableAt > now()
  return {
    verifiedName: await sources.findVerifiedName(db, userId),
    details: file && {
      ...file,
      agreesSelfBilling: row?.selfBillingVersion === selfBillingAgreement.version,
      companyName: file.holder === 'COMPANY' ? file.holderName : null,
      taxNumberEnd: endOf(file.taxNumber),
      ibanEnd: endOf(file.iban),
    },
    usableAt: isWaiting ? row.usableAt : null,
    nameCheck: row?.nameCheck ?? null,
  }
}

/**
 * Gives or changes the details. A changed IBAN waits, and is mailed; with a changed IBAN or name, the bank's answer is asked again.
 * @throws Problem CONFLICT without a verified identity; INVALID_INPUT
 */
export async function savePayee(
  platform: Platform,
  sources: PayeeSources,
  userId: string,
  input: PayeeInput,
): Promise<z.input<typeof OwnPayee>> {
  const now = platform.now()
  await platform.db.transaction(async tx => {
    const verifiedName = await sources.findVerifiedName(tx, userId)
    if (verifiedName === null)
      throw new Problem('CONFLICT', { message: 'We weten nog niet wie je bent. Bewijs eerst je identiteit.' })
    const row = await lockPayee(tx, userId, now)
    const before = await readPayeeFile(platform, tx, row)
    const file = composeFile(input, before, verifiedName)
    const { agreesSelfBilling } = input
    const ibanChanged = before !== null && before.iban !== file.iban
    const nameChanged = before?.holderName !== file.holderName
    await tx
      .update(payees)
      .set({
        ...(await encryptFile(platform, tx, row.id, file)),
        version: row.version + 1,
        ...(!agreesSelfBilling && { selfBillingVersion: null, selfBillingAgreedAt: null }),
        // An agreement of the same version keeps its date.
        ...(agreesSelfBilling &&
          row.selfBillingVersion !== selfBillingAgreement.version && {
            selfBillingVersion: selfBillingAgreement.version,
            selfBillingAgreedAt: now,
          }),
        givenAt: row.givenAt ?? now,
        // An IBAN that replaces an unreadable one waits too.
        ...(ibanChanged || (before === null && row.givenAt)
          ? { usableAt: ibanUsableAt(now) }
          : { usableAt: row.usableAt ?? now }),
        ...((ibanChanged || nameChanged) && { nameCheck: null, nameCheckedBy: null, nameCheckedAt: null }),
      })
      .where(eq(payees.id, row.id))
    const details = { isNew: before === null, ibanChanged, nameChanged, agreesSelfBilling }
    await recordAuditEntry(tx, { by: userId, action: 'PAYEE_CHANGED', subjectId: userId, details })
    if (ibanChanged) await mailChangedIban(tx, platform, userId, { before: before.iban, after: file.iban })
  })
  return getOwnPayee(platform, sources, userId)
}

function composeFile(input: PayeeInput, before: PayeeFile | null, verifiedName: string): PayeeFile {
  const { companyName, agreesSelfBilling: _agrees, ...rest } = input
  const fields: Record<string, string> = { ...payeeErrors(input) }
  const taxNumber = input.taxNumber ?? before?.taxNumber
  if (!taxNumber) fields['taxNumber'] = missingNumbers.taxNumber
  const holderName = input.holder === 'COMPANY' ? (companyName ?? '') : verifiedName
  if (input.holder === 'PERSON' && !isSepaName(verifiedName))
    fields['holder'] = 'Een bank kan je naam niet lezen. Schrijf ons, dan lossen we het samen op.'
  if (input.iban === null && !before) fields['iban'] = missingNumbers.iban
  if (Object.keys(fields).length > 0) throw new Problem('INVALID_INPUT', { fields })
  const iban = input.iban === null ? (before?.iban ?? '') : parseIban(input.iban)
  const vatNumber = input.vatNumber && normalizeVatNumber(input.vatNumber)
  return { ...rest, vatNumber, taxNumber: taxNumber ?? '', holderName, iban }
}

const encryptFile = ({ dataCipher }: Pick<Platform, 'dataCipher'>, tx: Tx, id: string, file: PayeeFile) =>
  dataCipher.encrypt(tx, payeeFile, id, JSON.stringify(file))

async function mailChangedIban(
  tx: Tx,
  { jobs, settings, origin, now }: Pick<Platform, 'jobs' | 'settings' | 'origin' | 'now'>,
  userId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.email)))
  if (!user) return
  await queueMail(tx, jobs, ibanChangedMail, user.email, {
    before: endOf(before),
    after: endOf(after),
    usableAt: ibanUsableAt(now()).toISOString(),
    url: origin() + PAYEE_PATH,
    shopName: settings.current.shopName,
  })
}

/** All that is kept of a person's details, for a copy of the data. */
export async function collectPayee(
  platform: Pick<Platform, 'dataCipher'>,
  db: Db,
  userId: string,
): Promise<object | null> {
  const row = await findPayee(db, userId)
  const { givenAt, usableAt, nameCheck, nameCheckedAt, reminders, selfBillingVersion, selfBillingAgreedAt } =
    row ?? {}
  const file = await readPayeeFile(platform, db, row)
  return row
    ? {
        ...file,
        givenAt,
        usableAt,
        nameCheck,
        nameCheckedAt,
        reminders,
        selfBillingVersion,
        selfBillingAgreedAt,
      }
    : null
}
