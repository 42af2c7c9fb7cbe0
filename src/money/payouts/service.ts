import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { Problem } from '../../wire/problem.ts'
import { addWorkingDays } from '../../wire/workingDays.ts'
import { findPayee, lockPayee, type PayeeSources, readPayeeFile } from '../payees/service.ts'
import type { PayoutRefusal } from './contract.ts'
import { writePain001 } from './pain001.rules.ts'
import { endToEndIdOf, refusePayout } from './rules.ts'
import { payoutRuns, payouts } from './table.ts'

type Money = Pick<Platform, 'db' | 'dataCipher' | 'settings' | 'now'>

interface Booking {
  creatorId: string
  payoutId: string
  cents: number
  now: Date
}

/** The ledger of earnings, as payouts need it; `app` passes it. A booking is made once for each payout. */
export interface PayableLedger {
  /** Locks the account of a creator. @returns the cents that are payable now; 0 or less without any */
  payableCents(tx: Tx, creatorId: string, now: Date): Promise<number>
  bookPayout(tx: Tx, payout: Booking): Promise<void>
  bookPayoutReturn(tx: Tx, payout: Booking): Promise<void>
}

export interface PayoutSources extends PayeeSources {
  ledger: PayableLedger
  isSuspended(db: Db, creatorId: string): Promise<boolean>
}

export const payoutDebtor: EncryptedField<'encrypted'> = { table: payoutRuns, name: 'encrypted' }
export const payoutAccount: EncryptedField<'encrypted'> = { table: payouts, name: 'encrypted' }

type Debtor = Record<'name' | 'iban', string>
type PayoutAccount = Record<'holderName' | 'iban', string>
export type PayoutRow = typeof payouts.$inferSelect

/** The reference of a run's file, and of the movement that a bank may book it as. */
export const messageIdOf = (runId: string): string => runId.replaceAll('-', '')

interface Candidate {
  creatorId: string
  cents: number
  refusal: PayoutRefusal | null
  account: PayoutAccount | null
}

/** The creators to whom something is payable, in id order. @param locks whether their details must not change until the transaction ends */
export async function findCandidates(
  tx: Tx,
  platform: Money,
  sources: PayoutSources,
  locks: boolean,
): Promise<Candidate[]> {
  const now = platform.now()
  const earners = await sources.listEarners(tx)
  const candidates: Candidate[] = []
  for (const { creatorId, firstEarnedAt } of earners.toSorted((a, b) =>
    a.creatorId < b.creatorId ? -1 : 1,
  )) {
    const payee = locks ? await lockPayee(tx, creatorId, now) : await findPayee(tx, creatorId)
    const cents = await sources.ledger.payableCents(tx, creatorId, now)
    if (cents <= 0) continue
    const refusal = await findRefusal(tx, platform, sources, { creatorId, firstEarnedAt, cents })
    const file = await readPayeeFile(platform, tx, payee)
    const account = file && { holderName: file.holderName, iban: file.iban }
    candidates.push({ creatorId, cents, refusal, account })
  }
  return candidates
}

/** Why a creator is not paid cents that are payable to her now; null when the next run pays them. */
export async function findRefusal(
  db: Db,
  platform: Omit<Money, 'db'>,
  { isSuspended }: Pick<PayoutSources, 'isSuspended'>,
  { creatorId, firstEarnedAt, cents }: { creatorId: string; firstEarnedAt: Date; cents: number },
): Promise<PayoutRefusal | null> {
  const payee = await findPayee(db, creatorId)
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, creatorId))
  const facts = {
    cents,
    // A creator who stopped would otherwise never get the rest.
    minimumCents: user?.role === 'USER' ? 0 : platform.settings.current.payoutMinimum,
    firstEarnedAt,
    isSuspended: await isSuspended(db, creatorId),
    hasLivePayout: (await sumOfLivePayouts(db, creatorId)) > 0,
    hasDetails: (await readPayeeFile(platform, db, payee)) !== null,
    usableAt: payee?.usableAt ?? null,
    nameCheck: payee?.nameCheck ?? null,
  }
  return refusePayout(facts, platform.now())
}

/** Cents that were reserved or sent to a creator, and did not arrive or come back yet. */
export async function sumOfLivePayouts(db: Db, creatorId: string): Promise<number> {
  const { cents } = onlyRow(
    await db
      .select({ cents: sql`coalesce(sum(${payouts.cents}), 0)`.mapWith(Number) })
      .from(payouts)
      .where(and(eq(payouts.creatorId, creatorId), inArray(payouts.state, ['RESERVED', 'FILED']))),
  )
  return cents
}

/**
 * Makes a run of all payouts that are due, and books them, in one transaction. Locks the details of the creators in id order, and each before
 * her account.
 * @param by null for the weekly job
 * @returns the id of the run
 * @throws Problem CONFLICT while another run waits for its file, without an account to pay from, and when nobody can be paid
 */
export const createPayoutRun = (
  platform: Money,
  sources: PayoutSources,
  by: string | null,
): Promise<string> =>
  platform.db.transaction(async tx => {
    const { dataCipher, settings, now } = platform
    const [runId, at] = [newId(), now()]
    const { payoutIban, company, shopName } = settings.current
    if (!payoutIban) throw conflict('Vul eerst bij Instellingen in van welke rekening je uitbetaalt.')
    const debtor: Debtor = { name: company.name || shopName, iban: payoutIban }
    const [run] = await tx
      .insert(payoutRuns)
      .values({
        id: runId,
        madeBy: by,
        executionOn: addWorkingDays(toBrusselsDay(at), 1),
        ...(await dataCipher.encrypt(tx, payoutDebtor, runId, JSON.stringify(debtor))),
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: payoutRuns.id })
    if (!run) throw conflict('Er staat al een uitbetaling klaar. Haal daarvan eerst het bestand op.')
    let count = 0
    for (const { creatorId, cents, refusal, account } of await findCandidates(tx, platform, sources, true)) {
      if (refusal !== null) continue
      const id = newId()
      const texts = await dataCipher.encrypt(tx, payoutAccount, id, JSON.stringify(account))
      const endToEndId = endToEndIdOf(id)
      await tx.insert(payouts).values({ id, runId, creatorId, cents, endToEndId, ...texts, createdAt: at })
      await sources.ledger.bookPayout(tx, { creatorId, payoutId: id, cents, now: at })
      count += 1
    }
    if (count === 0) throw conflict('Er is nu niemand om uit te betalen.')
    await recordAuditEntry(tx, { by, action: 'PAYOUT_RUN_MADE', subjectId: runId, details: { count } })
    if (by === null)
      await notifyAdmins(tx, {
        kind: 'PAYOUTS_READY',
        params: { count },
        about: runId,
        path: '/admin/payouts',
      })
    return runId
  })

const conflict = (message: string) => new Problem('CONFLICT', { message })

/** The run of the weekly job; none while another one waits, or nobody can be paid. */
export async function createWeeklyRun(platform: Money, sources: PayoutSources): Promise<void> {
  if (platform.settings.current.payoutRhythm !== 'WEEKLY') return
  try {
    await createPayoutRun(platform, sources, null)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'CONFLICT')) throw error
  }
}

/**
 * The file of a run for the bank. The first time the run and its payouts are FILED in the same transaction, which ends before anybody gets the
 * file: a lost answer is asked again, and has the same bytes.
 * @throws Problem NOT_FOUND; CONFLICT for a cancelled run, and when the file would be another one than before
 */
export const filePayoutRun = (platform: Money, by: string, asked: string): Promise<string> =>
  platform.db.transaction(async tx => {
    const isAsked = eq(sql`${payoutRuns.id}::text`, asked)
    const [run] = await tx.select().from(payoutRuns).where(isAsked).for('update')
    if (!run) throw new Problem('NOT_FOUND')
    const runId = run.id
    if (run.state === 'CANCELLED') throw conflict('Alle betalingen van deze uitbetaling zijn ingetrokken.')
    const at = platform.now()
    if (run.state === 'DRAFT')
      await tx
        .update(payouts)
        .set({ state: 'FILED', filedAt: at })
        .where(and(eq(payouts.runId, runId), eq(payouts.state, 'RESERVED')))
    const isInFile = and(eq(payouts.runId, runId), isNotNull(payouts.filedAt))
    const rows = await tx.select().from(payouts).where(isInFile).orderBy(asc(payouts.id))
    const xml = writePain001({
      messageId: messageIdOf(runId),
      createdAt: run.createdAt,
      executionOn: run.executionOn,
      debtor: await decrypt<Debtor>(platform, tx, payoutDebtor, run),
      transfers: await Promise.all(
        rows.map(async row => ({
          ...row,
          ...(await decrypt<PayoutAccount>(platform, tx, payoutAccount, row)),
        })),
      ),
    })
    const fileHash = createHash('sha256').update(xml).digest('hex')
    if (run.state === 'FILED' && run.fileHash !== fileHash)
      throw conflict('Het bestand van deze uitbetaling is niet meer hetzelfde te maken.')
    if (run.state === 'DRAFT')
      await tx
        .update(payoutRuns)
        .set({ state: 'FILED', filedAt: at, filedBy: by, fileHash })
        .where(eq(payoutRuns.id, runId))
    await recordAuditEntry(tx, { by, action: 'PAYOUT_RUN_FILED', subjectId: runId, details: { fileHash } })
    return xml
  })

/** @throws Problem CONFLICT when the text was erased or its key is lost */
async function decrypt<Text>(
  { dataCipher }: Money,
  db: Db,
  field: EncryptedField,
  { id, encrypted, keyId }: Pick<PayoutRow, 'id' | 'encrypted' | 'keyId'>,
): Promise<Text> {
  const text = encrypted && keyId ? await dataCipher.decrypt(db, field, { id, encrypted, keyId }) : null
  if (text === null) throw conflict('De gegevens van deze uitbetaling zijn er niet meer.')
  return JSON.parse(text) as Text
}

/**
 * Returns a locked payout to her account. A run that is left without a payout to file is cancelled.
 * @returns whether it was not returned before
 */
export async function returnPayout(
  tx: Tx,
  { ledger }: Pick<PayoutSources, 'ledger'>,
  { id, runId, creatorId, cents, state }: PayoutRow,
  reason: string,
  now: Date,
): Promise<boolean> {
  if (state === 'RETURNED') return false
  const returned = { state: 'RETURNED' as const, returnedAt: now, returnReason: reason }
  await tx.update(payouts).set(returned).where(eq(payouts.id, id))
  await ledger.bookPayoutReturn(tx, { creatorId, payoutId: id, cents, now })
  const isReserved = and(eq(payouts.runId, runId), eq(payouts.state, 'RESERVED'))
  if (state === 'RESERVED' && (await tx.$count(payouts, isReserved)) === 0)
    await tx.update(payoutRuns).set({ state: 'CANCELLED' }).where(eq(payoutRuns.id, runId))
  return true
}

/** Locks payouts, each after its run. */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<PayoutRow[]> {
  const isIt = inArray(payouts.id, [...ids])
  const runs = tx.selectDistinct({ id: payouts.runId }).from(payouts).where(isIt)
  await tx.select().from(payoutRuns).where(inArray(payoutRuns.id, runs)).orderBy(payoutRuns.id).for('update')
  return tx.select().from(payouts).where(isIt).orderBy(asc(payouts.id)).for('update')
}

/** Returns a payout by hand. @throws Problem NOT_FOUND; CONFLICT when it was returned before */
export const returnByHand = (
  { db, now }: Pick<Platform, 'db' | 'now'>,
  sources: PayoutSources,
  by: string,
  { payoutId, reason }: { payoutId: string; reason: string },
): Promise<void> =>
  db.transaction(async tx => {
    const isAsked = eq(sql`${payouts.id}::text`, payoutId)
    const asked = await tx.select({ id: payouts.id }).from(payouts).where(isAsked)
    const [payout] = await lockPayouts(
      tx,
      asked.map(({ id }) => id),
    )
    if (!payout) throw new Problem('NOT_FOUND')
    if (!(await returnPayout(tx, sources, payout, reason, now())))
      throw conflict('Deze betaling was al terug.')
    await recordAuditEntry(tx, {
      by,
      action: 'PAYOUT_RETURNED',
      subjectId: payoutId,
      details: { cents: payout.cents },
    })
  })

/** A creator's payouts, for a copy of the data. */
export const findPayoutData = (db: Db, creatorId: string) =>
  db
    .select(
      columnsOf(payouts, 'cents', 'state', 'createdAt', 'filedAt', 'paidAt', 'returnedAt', 'returnReason'),
    )
    .from(payouts)
    .where(eq(payouts.creatorId, creatorId))
    .orderBy(asc(payouts.id))

/** The newest runs with their payouts. */
export async function findRuns(db: Db) {
  const runs = await db.select().from(payoutRuns).orderBy(desc(payoutRuns.id)).limit(50)
  const ids = runs.map(({ id }) => id)
  const rows = await db.select().from(payouts).where(inArray(payouts.runId, ids)).orderBy(asc(payouts.id))
  return runs.map(run => ({ ...run, payouts: rows.filter(({ runId }) => runId === run.id) }))
}
