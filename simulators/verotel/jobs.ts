import { and, eq, inArray, isNotNull, isNull, lte, min, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { sendRequest } from '../../src/platform/http/httpClient.ts'
import { AUTOMATIC_REFUND_MS, isAccepted } from './rules.ts'
import { giveBack, readFaults } from './service.ts'
import { simulatorPostbacks, simulatorSales, simulatorTransactions } from './table.ts'

export interface PostbackContext {
  db: Db
  now: () => Date
  /** The address of the website's postbacks, as set in the Control Center. */
  postbackUrl: () => string
  signal: AbortSignal
}

type Postback = typeof simulatorPostbacks.$inferSelect

/** Milliseconds until a postback that has no answer counts as not accepted. */
const PATIENCE_MS = 15_000
const ANSWER_LENGTH = 200

/** How long until a postback or an automatic refund is due, in milliseconds: at most 0 when one is, and Infinity when nothing waits. */
export async function millisecondsUntilDue(db: Db, now: Date): Promise<number> {
  const refund = db.select({ at: min(simulatorSales.refundDueAt) }).from(simulatorSales)
  const [due] = await db
    .select({
      at: sql`least((${refund}), min(${simulatorPostbacks.dueAt}))`.mapWith(simulatorPostbacks.dueAt),
    })
    .from(simulatorPostbacks)
  return due?.at ? due.at.getTime() - now.getTime() : Infinity
}

/** Makes the automatic refunds and sends the postbacks that are due. */
export async function doDueWork(context: PostbackContext): Promise<void> {
  const now = context.now()
  await refundByItself(context, lte(simulatorSales.refundDueAt, now))
  await sendPostbacks(context, lte(simulatorPostbacks.dueAt, now))
}

/**
 * Sends all postbacks that wait, as late as they are, then makes the automatic refunds that follow or waited, and sends their postbacks.
 */
export async function doWaitingWork(context: PostbackContext): Promise<void> {
  const isWaiting = isNotNull(simulatorPostbacks.dueAt)
  await sendPostbacks(context, isWaiting)
  await refundByItself(context, isNotNull(simulatorSales.refundDueAt))
  await sendPostbacks(context, isWaiting)
}

/** Sends the postbacks of a transaction that are due. */
export const sendPostbacksOf = (context: PostbackContext, transactionId: number): Promise<void> =>
  sendPostbacks(
    context,
    and(eq(simulatorPostbacks.transactionId, transactionId), lte(simulatorPostbacks.dueAt, context.now())),
  )

async function sendPostbacks(context: PostbackContext, which: SQL | undefined): Promise<void> {
  const { db, now } = context
  const waiting = db
    .select({ id: simulatorPostbacks.id })
    .from(simulatorPostbacks)
    .where(which)
    .for('update', { skipLocked: true })
  const postbacks = await db
    .update(simulatorPostbacks)
    .set({ dueAt: null, sentAt: now() })
    .where(sql`${simulatorPostbacks.id} = any(array(${waiting}))`)
    .returning()
  await Promise.all(postbacks.map(postback => send(context, postback)))
}

/** Sends one postback, once. Of a card, another answer than OK makes the simulator refund the sale within a minute. */
async function send(context: PostbackContext, { id, transactionId, query }: Postback): Promise<void> {
  const { db, now, signal } = context
  const { status, answer } = await call(context, query)
  const own = eq(simulatorPostbacks.id, id)
  // An abort by our own closing is not an answer of the shop: the next node sends it again.
  if (status === null && signal.aborted) {
    await db.update(simulatorPostbacks).set({ dueAt: now(), sentAt: null }).where(own)
    return
  }
  await db.update(simulatorPostbacks).set({ status, answer }).where(own)
  if (status !== null && isAccepted(status, answer)) return
  const purchase = db
    .select({ saleId: simulatorTransactions.saleId })
    .from(simulatorTransactions)
    .where(and(eq(simulatorTransactions.id, transactionId), isNull(simulatorTransactions.event)))
  await db
    .update(simulatorSales)
    .set({ refundDueAt: new Date(now().getTime() + AUTOMATIC_REFUND_MS) })
    .where(
      and(
        inArray(simulatorSales.id, purchase),
        eq(simulatorSales.method, 'CC'),
        isNull(simulatorSales.refundDueAt),
        sql`${simulatorSales.creditedCents} + ${simulatorSales.chargedBackCents} < ${simulatorSales.amountCents}`,
      ),
    )
}

async function call({ db, postbackUrl, signal }: PostbackContext, query: string) {
  const { postbackUrl: own = postbackUrl() } = await readFaults(db)
  try {
    const { status, text } = await sendRequest(`${own}?${query}`, {
      provider: 'self',
      method: 'GET',
      headers: {},
      timeoutMs: PATIENCE_MS,
      signal,
    })
    return { status, answer: text.replaceAll('\0', '').slice(0, ANSWER_LENGTH) }
  } catch {
    return { status: null, answer: '' }
  }
}

/** Refunds the sales that are due, one transaction each. */
async function refundByItself({ db, now }: PostbackContext, which: SQL): Promise<void> {
  const due = await db.select({ id: simulatorSales.id }).from(simulatorSales).where(which)
  for (const { id } of due)
    await db.transaction(async tx => {
      const [sale] = await tx
        .update(simulatorSales)
        .set({ refundDueAt: null })
        .where(and(eq(simulatorSales.id, id), isNotNull(simulatorSales.refundDueAt)))
        .returning()
      // Nothing is left where all was given back meanwhile.
      if (sale && sale.creditedCents + sale.chargedBackCents < sale.amountCents)
        await giveBack(tx, id, { event: 'credit' }, 'now', now())
    })
}
