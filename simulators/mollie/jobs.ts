import { and, asc, eq, gt, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { sendRequest } from '../../src/platform/http/httpClient.ts'
import { readFaults } from './service.ts'
import { nextAttemptAt, REFUND_DURATION_MS } from './rules.ts'
import { simulatorPayments, simulatorRefunds, simulatorWebhooks } from './table.ts'

type Webhook = typeof simulatorWebhooks.$inferSelect

/** Timeout of a webhook, in milliseconds, as at Mollie. */
const PATIENCE = 15_000
/** Milliseconds for which the node that sends a webhook has it leased. */
const LEASE = PATIENCE + 5000

/**
 * How long until a payment expires, a refund is done or a webhook is due, in milliseconds: at most 0 when one is, and Infinity when nothing
 * waits.
 * @param schedule false where payments expire only when they are read
 */
export async function millisecondsUntilDue(db: Db, now: Date, schedule: boolean): Promise<number> {
  const expiry = db
    .select({ at: min(simulatorPayments.expiresAt) })
    .from(simulatorPayments)
    .where(schedule ? inArray(simulatorPayments.status, ['open', 'pending']) : sql`false`)
  const refund = db
    .select({
      at: sql`min(${simulatorRefunds.createdAt}) + ${REFUND_DURATION_MS} * interval '1 millisecond'`,
    })
    .from(simulatorRefunds)
    .where(eq(simulatorRefunds.status, 'pending'))
  const [due] = await db
    .select({
      at: sql`least((${expiry}), (${refund}), min(${simulatorWebhooks.dueAt}))`.mapWith(
        simulatorWebhooks.dueAt,
      ),
    })
    .from(simulatorWebhooks)
  return due?.at ? due.at.getTime() - now.getTime() : Infinity
}

/** Sends the webhooks that are due, also those that another node left: at least once, as at Mollie. */
export async function deliverDueWebhooks(db: Db, now: () => Date, signal: AbortSignal): Promise<void> {
  const due = db
    .select({ id: simulatorWebhooks.id })
    .from(simulatorWebhooks)
    .where(lte(simulatorWebhooks.dueAt, now()))
    .orderBy(asc(simulatorWebhooks.dueAt))
    .limit(20)
    .for('update', { skipLocked: true })
  const webhooks = await lease(db, sql`${simulatorWebhooks.id} = any(array(${due}))`, now())
  await Promise.all(webhooks.map(webhook => deliver(db, webhook, now, signal)))
}

/** Sends one webhook that was just written, unless another node was first. */
export async function deliverWebhook(db: Db, id: number, now: () => Date, signal: AbortSignal) {
  const [webhook] = await lease(db, eq(simulatorWebhooks.id, id), now())
  if (webhook) await deliver(db, webhook, now, signal)
}

/** Makes all open webhooks due when a node starts, so that those of a killed node do not wait for its lease. */
export async function releaseLeases(db: Db, now: Date): Promise<void> {
  await db.update(simulatorWebhooks).set({ dueAt: now }).where(gt(simulatorWebhooks.dueAt, now))
}

const lease = (db: Db, which: SQL, now: Date): Promise<Webhook[]> =>
  db
    .update(simulatorWebhooks)
    .set({ dueAt: new Date(now.getTime() + LEASE) })
    .where(and(which, lte(simulatorWebhooks.dueAt, now)))
    .returning()

async function deliver(db: Db, webhook: Webhook, now: () => Date, signal: AbortSignal): Promise<void> {
  const { dropWebhooks = false } = await readFaults(db)
  const through = dropWebhooks || (await call(webhook, signal))
  const attempts = webhook.attempts + 1
  const dueAt = nextAttemptAt(attempts, now())
  // An abort by our own closing is not a failure of the shop: the next node retries at once.
  if (!through && signal.aborted) return
  const mine = eq(simulatorWebhooks.id, webhook.id)
  if (through || !dueAt) await db.delete(simulatorWebhooks).where(mine)
  else await db.update(simulatorWebhooks).set({ attempts, dueAt }).where(mine)
}

/** Whether the shop accepted it: any 2xx, as at Mollie. */
async function call({ url, paymentId }: Webhook, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await sendRequest(url, {
      provider: 'self',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ id: paymentId }).toString(),
      timeoutMs: PATIENCE,
      signal,
    })
    return status >= 200 && status < 300
  } catch {
    return false
  }
}
