import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { findOrderByNumberAndEmail } from '../orders/service.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { countMatches, escapeLike } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import {
  type answerWithdrawal,
  type listWithdrawals,
  type WithdrawalInput,
  withdrawalAnsweredMail,
  withdrawalReceivedMail,
} from './contract.ts'
import {
  addWithdrawalLines,
  readWithLines,
  withdrawalNotFound,
  type WithdrawalWithLines,
} from './decisions.service.ts'
import { withdrawalReceipt, redactLinks } from './rules.ts'
import { withdrawals } from './table.ts'

/**
 * Stores a withdrawal and queues its receipt, in one transaction. Also stored when the order is unknown: the legal term has
 * started, and an admin will check. Ids that are not of a line of the order are stored apart.
 */
export function createWithdrawal(platform: Platform, said: z.output<typeof WithdrawalInput>): Promise<Date> {
  const { db, jobs, settings, now } = platform
  const { itemIds, ...rest } = said
  const receivedAt = now()
  return db.transaction(async tx => {
    const order = await findOrderByNumberAndEmail(tx, said.orderNumber, said.email)
    const sold = order?.items ?? []
    const meant = sold.filter(({ id }) => itemIds?.includes(id))
    const isWhole = !said.remark && !itemIds?.length
    const [kept] = await tx
      .insert(withdrawals)
      .values({
        ...rest,
        orderId: order?.id ?? null,
        itemIds: meant.map(({ id }) => id),
        unmatched: itemIds?.filter(id => !sold.some(item => item.id === id)) ?? [],
        receivedAt,
      })
      .returning({ id: withdrawals.id })
    await queueMail(tx, jobs, withdrawalReceivedMail, said.email, {
      orderNumber: said.orderNumber,
      receivedAt: receivedAt.toISOString(),
      ...withdrawalReceipt(meant, itemIds?.length ? [] : sold),
      remark: said.remark && redactLinks(said.remark),
      isWhole,
      shopName: settings.current.shopName,
    })
    await notifyAdmins(tx, {
      kind: 'WITHDRAWAL',
      params: { number: said.orderNumber },
      about: kept?.id ?? '',
      path: order ? `/admin/orders/${order.id}` : '/admin/withdrawals',
    })
    return receivedAt
  })
}

/** The withdrawals of an order, the newest first. */
export const listWithdrawalsOfOrder = async (db: Db, orderId: string): Promise<WithdrawalWithLines[]> =>
  addWithdrawalLines(
    db,
    await db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.orderId, orderId))
      .orderBy(desc(withdrawals.receivedAt), desc(withdrawals.id)),
  )

/** How many withdrawals are returned without paging. */
const MAX_LISTED = 200

type WithdrawalFilters = z.output<typeof listWithdrawals.input>

/** The withdrawals that match, unanswered ones first, then the newest; with `page`, that page. */
export async function findWithdrawals(db: Db, { page, pageSize, ...filters }: WithdrawalFilters) {
  const where = conditionOf(filters)
  const sorted = db
    .select()
    .from(withdrawals)
    .where(where)
    .orderBy(sql`${withdrawals.handledAt} is not null`, desc(withdrawals.receivedAt), desc(withdrawals.id))
  if (page === undefined) return addWithdrawalLines(db, await sorted.limit(MAX_LISTED))
  const total = await countMatches(db, withdrawals, where)
  const rows = await sorted.limit(pageSize).offset((page - 1) * pageSize)
  return { items: await addWithdrawalLines(db, rows), total, page, pageSize }
}

function conditionOf({ state, q }: Pick<WithdrawalFilters, 'state' | 'q'>): SQL | undefined {
  const { name, email, orderNumber, handledAt } = withdrawals
  const inState = state ? (state === 'OPEN' ? isNull(handledAt) : isNotNull(handledAt)) : undefined
  if (!q) return inState
  const part = `%${escapeLike(q.toLowerCase())}%`
  return and(inState, or(...[sql`lower(${name})`, email, orderNumber].map(text => sql`${text} like ${part}`)))
}

/**
 * Answers a withdrawal, once, and mails the customer.
 * @throws Problem NOT_FOUND; CONFLICT when it is answered already
 */
export function saveWithdrawalAnswer(
  { db, jobs, settings, now }: Platform,
  by: string,
  { withdrawalId, accepted, answer }: z.output<typeof answerWithdrawal.input>,
): Promise<WithdrawalWithLines> {
  return db.transaction(async tx => {
    const [answered] = await tx
      .update(withdrawals)
      .set({ accepted, answer, handledAt: now() })
      .where(and(eq(withdrawals.id, withdrawalId), isNull(withdrawals.handledAt)))
      .returning()
    if (!answered) throw await explainNotAnswered(tx, withdrawalId)
    const details = { accepted }
    await recordAuditEntry(tx, { by, action: 'WITHDRAWAL_ANSWERED', subjectId: withdrawalId, details })
    const { email, orderNumber } = answered
    const props = { orderNumber, accepted, answer, shopName: settings.current.shopName }
    await queueMail(tx, jobs, withdrawalAnsweredMail, email, props)
    return readWithLines(tx, answered)
  })
}

async function explainNotAnswered(db: Db, withdrawalId: string): Promise<Problem> {
  const isThere = (await db.$count(withdrawals, eq(withdrawals.id, withdrawalId))) > 0
  return isThere
    ? new Problem('CONFLICT', { message: 'Deze herroeping is al beantwoord.' })
    : withdrawalNotFound()
}
