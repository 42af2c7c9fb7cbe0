import { randomBytes } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { decryptText, encryptText } from './authenticatedEncryption.ts'
import { StartupError, type Config } from '../config.ts'
import type { Db, Tx } from '../db/db.ts'
import { createEarlierKeyDerivation, createKeyDerivation, type KeyDerivation } from './keys.ts'
import { queryRow } from '../db/sql.ts'
import { dataKeys, legacyKeys } from '../db/table.ts'

const KEY_BYTES = 32
/** A key encrypts new rows for a quarter of a year. */
const MAX_AGE_MS = 92 * 24 * 3_600_000

/** The purposes whose keys outlive the secret: codes and contacts that can't be hashed again, and values that others outside of the shop were told. */
const KEPT_PURPOSES = ['recovery-codes', 'blocked-contacts', 'identity-subject', 'vapid', 'lovense-callback']

export interface DataKey {
  id: number
  key: Buffer
}

type DataKeyRow = typeof dataKeys.$inferSelect

/** Encrypts keys with a key of the shop's secret, and decrypts them. */
export interface KeyWrapper {
  wrap(key: Buffer, context: readonly unknown[]): string
  /** @returns null for one of another secret than this shop's, or the one before it */
  unwrap(wrapped: string, context: readonly unknown[]): Buffer | null
}

export function createKeyWrapper(keyFor: KeyDerivation, earlierKeyFor: KeyDerivation | null): KeyWrapper {
  const current = keyFor('data-keys')
  const earlier = earlierKeyFor?.('data-keys')
  return {
    wrap: (key, context) => encryptText(current, key, context),
    unwrap: (wrapped, context) =>
      decryptText(current, wrapped, context) ?? (earlier ? decryptText(earlier, wrapped, context) : null),
  }
}

export interface ShopKeys {
  keyFor: KeyDerivation
  earlierKeyFor: KeyDerivation | null
  wrapper: KeyWrapper
}

/**
 * The keys of a shop.
 * @param options.acceptsLoss goes on when the newest key can't be decrypted
 * @throws StartupError when its database was encrypted with another secret
 */
export async function openShopKeys(db: Db, config: Config, { acceptsLoss = false } = {}): Promise<ShopKeys> {
  const derive = createKeyDerivation(config)
  const earlierKeyFor = createEarlierKeyDerivation(config)
  const wrapper = createKeyWrapper(derive, earlierKeyFor)
  const [newest] = await db.select().from(dataKeys).orderBy(desc(dataKeys.id)).limit(1)
  if (newest && !acceptsLoss && !unwrapDataKey(wrapper, newest))
    throw new StartupError(
      'SESSION_SECRET is een andere dan waarmee deze database is versleuteld. Zet de oude terug, of noem hem in SESSION_SECRET_BEFORE.',
    )
  const kept = new Map<string, Buffer | null>()
  for (const { purpose, wrappedKey } of await db.select().from(legacyKeys))
    kept.set(purpose, wrapper.unwrap(wrappedKey, ['legacy_keys', purpose]))
  const keyFor: KeyDerivation = purpose =>
    kept.get(purpose) ??
    (KEPT_PURPOSES.includes(purpose) ? earlierKeyFor?.(purpose) : null) ??
    derive(purpose)
  return { keyFor, earlierKeyFor, wrapper }
}

const contextOf = (id: number) => ['data_keys', id]

/** @returns null for a key of another secret */
export const unwrapDataKey = (
  wrapper: KeyWrapper,
  { id, wrappedKey }: Pick<DataKeyRow, 'id' | 'wrappedKey'>,
): Buffer | null => wrapper.unwrap(wrappedKey, contextOf(id))

/**
 * The key to encrypt rows of this transaction with: the newest, which can't be removed until the transaction ends. The first of a quarter is made
 * here.
 */
export async function getEncryptionKey(tx: Tx, wrapper: KeyWrapper, now: Date): Promise<DataKey> {
  const newest = await lockNewestKey(tx)
  return newest && isCurrent(newest, now) ? requireKey(wrapper, newest) : createDataKey(tx, wrapper, now)
}

const isCurrent = ({ createdAt }: DataKeyRow, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < MAX_AGE_MS

/** Keeps it from being removed. None when it was removed between being found and being locked. */
async function lockNewestKey(tx: Tx): Promise<DataKeyRow | undefined> {
  const [newest] = await tx.select().from(dataKeys).orderBy(desc(dataKeys.id)).limit(1).for('key share')
  return newest
}

function requireKey(wrapper: KeyWrapper, row: DataKeyRow): DataKey {
  const key = unwrapDataKey(wrapper, row)
  if (!key) throw new Error(`data key ${row.id} can't be decrypted: was SESSION_SECRET changed?`)
  return { id: row.id, key }
}

/** Of several transactions that find no current key, one makes it. @param options.isRotation makes another one in any case */
export async function createDataKey(
  tx: Tx,
  wrapper: KeyWrapper,
  now: Date,
  { isRotation = false } = {},
): Promise<DataKey> {
  await tx.execute(sql`lock table ${dataKeys} in share row exclusive mode`)
  const newest = await lockNewestKey(tx)
  if (newest && isCurrent(newest, now) && !isRotation) return requireKey(wrapper, newest)
  const key = randomBytes(KEY_BYTES)
  const { id } = await queryRow<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('data_keys', 'id'))::int as id`,
  )
  await tx
    .insert(dataKeys)
    .values({ id, wrappedKey: wrapper.wrap(key, contextOf(id)), isRotation, createdAt: now })
  return { id, key }
}

/** Encrypts all keys that it can decrypt with the present secret, and keeps those that were derived from the one before. */
export async function rewrapKeys(tx: Tx, { wrapper, keyFor }: ShopKeys): Promise<void> {
  for (const row of await tx.select().from(dataKeys).for('update')) {
    const key = unwrapDataKey(wrapper, row)
    if (key)
      await tx
        .update(dataKeys)
        .set({ wrappedKey: wrapper.wrap(key, contextOf(row.id)) })
        .where(eq(dataKeys.id, row.id))
  }
  for (const purpose of KEPT_PURPOSES) {
    const wrappedKey = wrapper.wrap(keyFor(purpose), ['legacy_keys', purpose])
    await tx
      .insert(legacyKeys)
      .values({ purpose, wrappedKey })
      .onConflictDoUpdate({ target: legacyKeys.purpose, set: { wrappedKey } })
  }
}
