import { and, asc, desc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { notifyUser } from '../../people/notifications/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { bookInvoiceVat, findEarners } from '../earnings/service.ts'
import { findHeadBefore } from '../earnings/statement.service.ts'
import { earningEntries } from '../earnings/table.ts'
import { lockPayee, readPayeeFile } from '../payees/service.ts'
import {
  composeSelfBilled,
  endOfMonth,
  formatMonth,
  formatSelfBilledNumber,
  monthToBill,
  vatByPayableTime,
} from './rules.ts'
import { selfBilledInvoices } from './table.ts'

export const selfBilledContent: EncryptedField<'encrypted'> = { table: selfBilledInvoices, name: 'encrypted' }

type Billing = Pick<Platform, 'db' | 'dataCipher' | 'settings' | 'vatRates' | 'now' | 'log'>

/** Makes the invoices of all months that are over and have none, of every creator whose details and agreement are there; each once. */
export async function issueSelfBilledInvoices(platform: Billing): Promise<void> {
  const { db, log } = platform
  for (const { creatorId } of await findEarners(db)) {
    try {
      while (await db.transaction(tx => issueNext(tx, platform, creatorId)));
    } catch (error) {
      log.error({ err: error, creatorId }, 'an invoice of a creator is not made')
    }
  }
}

/**
 * A creator's entries after one of her chain that an invoice is about: earnings, their taking back, and an admin's adjustments. Payouts are
 * not, and neither is the VAT of invoices, which is an adjustment with a cause.
 */
const findBilled = (tx: Tx, creatorId: string, after: number, last?: number) =>
  tx
    .select(columnsOf(earningEntries, 'type', 'source', 'cents', 'reason', 'payableAt', 'createdAt'))
    .from(earningEntries)
    .where(
      and(
        eq(earningEntries.creatorId, creatorId),
        gt(earningEntries.sequence, after),
        last === undefined ? undefined : lte(earningEntries.sequence, last),
        or(
          inArray(earningEntries.type, ['EARNED', 'TAKEN_BACK']),
          and(eq(earningEntries.type, 'ADJUSTED'), isNull(earningEntries.causeId)),
        ),
      ),
    )
    .orderBy(asc(earningEntries.sequence))
    .limit(last === undefined ? 1 : Number.MAX_SAFE_INTEGER)

/**
 * Makes the next invoice of a creator. Her details are locked first, so that of two nodes one makes it and its number follows, then her account.
 * @returns whether there was one to make
 */
async function issueNext(tx: Tx, platform: Billing, creatorId: string): Promise<boolean> {
  const { dataCipher, settings, vatRates, now } = platform
  const issuedAt = now()
  const payee = await lockPayee(tx, creatorId, issuedAt)
  const file = await readPayeeFile(platform, tx, payee)
  if (!file || (file.vatStatus !== 'PRIVATE' && payee.selfBillingAgreedAt === null)) return false
  const [before] = await tx
    .select()
    .from(selfBilledInvoices)
    .where(eq(selfBilledInvoices.creatorId, creatorId))
    .orderBy(desc(selfBilledInvoices.serial))
    .limit(1)
  const after = before?.lastSequence ?? 0
  const [first] = await findBilled(tx, creatorId, after)
  const month = first ? monthToBill(first.createdAt, before?.month ?? null, issuedAt) : null
  if (month === null) return false
  const { sequence: lastSequence } = await findHeadBefore(tx, creatorId, endOfMonth(month))
  const entries = await findBilled(tx, creatorId, after, lastSequence)
  const biller = { ...file, agreedAt: payee.selfBillingAgreedAt }
  const { kind, netCents, vatCents, rate, content } = composeSelfBilled(
    { biller, company: settings.current.company, entries },
    { month, issuedAt, lastNumber: before?.number ?? null, rates: vatRates.current },
  )
  const [id, serial] = [newId(), (before?.serial ?? 0) + 1]
  const number = formatSelfBilledNumber(creatorId, serial)
  await tx.insert(selfBilledInvoices).values({
    id,
    creatorId,
    serial,
    number,
    month,
    kind,
    vatStatus: file.vatStatus,
    afterSequence: after,
    lastSequence,
    netCents,
    vatCents,
    ...(await dataCipher.encrypt(tx, selfBilledContent, id, JSON.stringify(content))),
    issuedAt,
  })
  const text = `De papieren van ${formatMonth(month)} staan bij je verdiensten. Klopt er iets niet, maak dan bezwaar.`
  await notifyUser(tx, creatorId, {
    kind: 'CREATOR_NEWS',
    params: { text },
    about: number,
    path: '/studio/verdiensten',
  })
  if (vatCents !== 0) {
    const about = { creatorId, causeId: id, reason: `Btw van ${number}`, createdAt: issuedAt }
    await bookInvoiceVat(tx, about, vatByPayableTime(entries, rate))
  }
  return true
}
