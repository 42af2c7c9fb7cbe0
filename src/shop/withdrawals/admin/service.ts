import type { z } from 'zod'
import type * as adminContract from './contract.ts'
import { type Reader, withdrawalAnswer, withdrawalNote } from '../text.service.ts'
import { withdrawals, withdrawalLines } from '../table.ts'
import { sql, desc, type SQL, isNull, isNotNull, and, or, eq } from 'drizzle-orm'
import {
  addWithdrawalLines,
  type WithdrawalWithLines,
  readWithLines,
  type WithdrawalRow,
} from '../lines.service.ts'
import { countMatches, escapeLike } from '../../../platform/db/sql.ts'
import { isRefundDue } from '../refundDue.service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { encryptOptionalText } from '../../../platform/crypto/optionalText.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import * as contract from '../contract.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { Problem } from '../../../wire/problem.ts'
import { changedDecisions, isWithdrawalAccepted, withdrawalLineLabel } from '../rules.ts'
import { lockOrder } from '../../orders/service.ts'
import { findUnitsNotTakenBackByOthers } from '../units.service.ts'
import { randomUUIDv7 } from 'node:crypto'

/** How many withdrawals are returned without paging. */
const MAX_LISTED = 200

type WithdrawalFilters = z.output<typeof adminContract.listWithdrawals.input>

/** The withdrawals that match, unanswered ones first, then the newest; with `page`, that page. */
export async function findWithdrawals(
  { db, dataCipher }: Reader,
  { page, pageSize, ...filters }: WithdrawalFilters,
) {
  const where = conditionOf(filters)
  const sorted = db
    .select()
    .from(withdrawals)
    .where(where)
    .orderBy(sql`${withdrawals.handledAt} is not null`, desc(withdrawals.receivedAt), desc(withdrawals.id))
  if (page === undefined) return addWithdrawalLines({ db, dataCipher }, await sorted.limit(MAX_LISTED))
  const total = await countMatches(db, withdrawals, where)
  const rows = await sorted.limit(pageSize).offset((page - 1) * pageSize)
  return { items: await addWithdrawalLines({ db, dataCipher }, rows), total, page, pageSize }
}

function conditionOf({ state, q }: Pick<WithdrawalFilters, 'state' | 'q'>): SQL | undefined {
  const { name, email, orderNumber, handledAt } = withdrawals
  const states = { OPEN: isNull(handledAt), REFUND_DUE: isRefundDue, HANDLED: isNotNull(handledAt) }
  const inState = state ? states[state] : undefined
  if (!q) return inState
  const part = `%${escapeLike(q.toLowerCase())}%`
  return and(inState, or(...[sql`lower(${name})`, email, orderNumber].map(text => sql`${text} like ${part}`)))
}

/**
 * Answers a withdrawal, once, and mails the customer.
 * @throws Problem NOT_FOUND; CONFLICT when it is answered already
 */
export function saveWithdrawalAnswer(
  { db, jobs, settings, now, dataCipher }: Platform,
  by: string,
  { withdrawalId, accepted, answer }: z.output<typeof adminContract.answerWithdrawal.input>,
): Promise<WithdrawalWithLines> {
  return db.transaction(async tx => {
    const stored = await encryptOptionalText(dataCipher, tx, withdrawalAnswer, {
      // As it is read from the row, however it was typed.
      id: withdrawalId.toLowerCase(),
      text: answer,
    })
    const [answered] = await tx
      .update(withdrawals)
      .set({ accepted, ...stored, handledAt: now() })
      .where(and(eq(withdrawals.id, withdrawalId), isNull(withdrawals.handledAt)))
      .returning()
    if (!answered) throw await explainNotAnswered(tx, withdrawalId)
    const details = { accepted }
    await recordAuditEntry(tx, { by, action: 'WITHDRAWAL_ANSWERED', subjectId: withdrawalId, details })
    const { email, orderNumber } = answered
    const { shopName } = settings.current
    const props = { orderNumber, accepted, withdrawalId, shopName }
    await queueMail(tx, jobs, contract.withdrawalAnsweredMail, email, props)
    return readWithLines({ db: tx, dataCipher }, answered)
  })
}

async function explainNotAnswered(db: Db, withdrawalId: string): Promise<Problem> {
  const isThere = (await db.$count(withdrawals, eq(withdrawals.id, withdrawalId))) > 0
  return isThere
    ? new Problem('CONFLICT', { message: 'Deze herroeping is al beantwoord.' })
    : withdrawalNotFound()
}

/**
 * Accepts or refuses lines, and mails the customer the decisions that changed. A decision may change later: whether a seal
 * is intact shows when the parcel arrives. Once all lines are decided, the withdrawal is answered.
 * @throws Problem NOT_FOUND, also for a line that does not belong to the withdrawal; CONFLICT for more units than there are
 */
export function saveLineDecisions(
  platform: Platform,
  by: string,
  withdrawalId: string,
  decisions: contract.LineDecision[],
): Promise<WithdrawalWithLines> {
  const { db, now, dataCipher } = platform
  return db.transaction(async tx => {
    const reader = { db: tx, dataCipher }
    await lockOrderOfWithdrawal(tx, withdrawalId)
    const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, withdrawalId)).for('update')
    if (!row) throw withdrawalNotFound()
    const { lines } = await readWithLines(reader, row)
    const changes = changedDecisions(lines, decisions)
    if (!changes) throw new Problem('NOT_FOUND', { message: 'Deze regel hoort niet bij de herroeping.' })
    if (changes.length === 0) return readWithLines(reader, row)
    await refuseTooManyUnits(tx, withdrawalId, changes)
    const decided = await encryptNotes(tx, platform, changes)
    await tx
      .insert(withdrawalLines)
      .values(decided.map(line => ({ ...line, withdrawalId, decidedAt: now() })))
      .onConflictDoUpdate({
        target: [withdrawalLines.withdrawalId, withdrawalLines.itemId],
        set: {
          accepted: sql`excluded.accepted`,
          quantity: sql`excluded.quantity`,
          reason: sql`excluded.reason`,
          id: sql`excluded.id`,
          note: sql`excluded.note`,
          encrypted: sql`excluded.encrypted`,
          keyId: sql`excluded.key_id`,
          decidedAt: sql`excluded.decided_at`,
        },
      })
    // Without the notes, which are free text.
    const details = {
      lines: decided.map(({ itemId, accepted, reason, quantity }) => ({
        itemId,
        accepted,
        reason,
        quantity,
      })),
    }
    await recordAuditEntry(tx, { by, action: 'WITHDRAWAL_LINES_DECIDED', subjectId: withdrawalId, details })
    const mailed = changes.map((change, index) => ({ ...change, noteId: decided[index]?.id ?? null }))
    await mailDecisions(tx, platform, row, mailed)
    return readWithLines(reader, await completeWhenAllDecided(reader, row, now()))
  })
}

/** In the order in which `createWithdrawal` locks; two withdrawals of one order are decided in turn. */
async function lockOrderOfWithdrawal(tx: Tx, withdrawalId: string): Promise<void> {
  const [found] = await tx
    .select({ orderId: withdrawals.orderId })
    .from(withdrawals)
    .where(eq(withdrawals.id, withdrawalId))
  if (found?.orderId) await lockOrder(tx, found.orderId)
}

/** Refuses to take back more than was withdrawn, or units that other withdrawals of the order took back. */
async function refuseTooManyUnits(tx: Tx, withdrawalId: string, changes: NewDecision[]): Promise<void> {
  const free = await findUnitsNotTakenBackByOthers(tx, withdrawalId)
  for (const { itemId, name, quantity, acceptedQuantity } of changes) {
    const left = Math.min(quantity, free.get(itemId) ?? quantity)
    if ((acceptedQuantity ?? 0) <= left) continue
    const message =
      left > 0
        ? `Met deze herroeping kun je van ${name} nog ${left} ${left === 1 ? 'stuk' : 'stuks'} terugnemen.`
        : `Van ${name} is alles al met een andere herroeping teruggenomen.`
    throw new Problem('CONFLICT', { message, itemId, left })
  }
}

type NewDecision = Omit<contract.LineDecision, 'quantity'> &
  Pick<contract.WithdrawalLine, 'name' | 'quantity' | 'acceptedQuantity' | 'isShipped'>

/** Decisions on lines as they are stored, with their notes encrypted. */
async function encryptNotes(tx: Tx, { dataCipher }: Platform, decisions: NewDecision[]) {
  const stored = []
  for (const { itemId, accepted, reason, note, acceptedQuantity: quantity } of decisions) {
    const id = note ? randomUUIDv7() : null
    const text =
      id && note
        ? await dataCipher.encrypt(tx, withdrawalNote, id, note)
        : { note: null, encrypted: null, keyId: null }
    stored.push({ itemId, accepted, quantity, reason, id, ...text })
  }
  return stored
}

/** Marks the withdrawal as answered when every line is decided. */
async function completeWhenAllDecided(reader: Reader, row: WithdrawalRow, now: Date): Promise<WithdrawalRow> {
  const { lines } = await readWithLines(reader, row)
  const accepted = isWithdrawalAccepted(lines)
  if (accepted === null) return row
  const { handledAt, answer } = row
  const answered = { accepted, handledAt: handledAt ?? now, answer: answer ?? 'Per product beslist.' }
  await reader.db.update(withdrawals).set(answered).where(eq(withdrawals.id, row.id))
  return { ...row, ...answered }
}

async function mailDecisions(
  tx: Tx,
  { jobs, settings }: Platform,
  { id: withdrawalId, email, orderNumber }: WithdrawalRow,
  changes: (NewDecision & { noteId: string | null })[],
): Promise<void> {
  const taken = changes.filter(({ accepted }) => accepted)
  const labelOf = ({ name, quantity, acceptedQuantity }: NewDecision) =>
    withdrawalLineLabel({ name, quantity: acceptedQuantity ?? quantity })
  await queueMail(tx, jobs, contract.withdrawalDecidedMail, email, {
    orderNumber,
    accepted: taken.map(labelOf),
    toReturn: taken.filter(({ isShipped }) => isShipped).map(labelOf),
    refused: changes.flatMap(line =>
      line.reason ? [{ line: withdrawalLineLabel(line), reason: line.reason, noteId: line.noteId }] : [],
    ),
    shopName: settings.current.shopName,
    withdrawalId,
  })
}

const withdrawalNotFound = () => new Problem('NOT_FOUND', { message: 'Deze herroeping bestaat niet.' })
