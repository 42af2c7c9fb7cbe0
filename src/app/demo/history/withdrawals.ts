import {
  type RefusalReason,
  withdrawalAnsweredMail,
  withdrawalDecidedMail,
  withdrawalReceivedMail,
} from '../../../shop/withdrawals/contract.ts'
import {
  isWithdrawalAccepted,
  withdrawalLineLabel,
  withdrawalReceipt,
} from '../../../shop/withdrawals/rules.ts'
import { pickWeighted, randomWhole } from '../random.ts'
import { addMs, DAY, HOUR, nextMorning, timeDaysAgo } from './calendar.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'
import { refundOrder } from './refunds.ts'

const remarks = [
  null,
  'Het is toch niet wat we zochten.',
  null,
  'Ik had per ongeluk twee keer besteld.',
  'De geur is ons te sterk.',
  null,
]

/** Days that a returned parcel takes after it was accepted. */
const RETURNED_AFTER = 4

/**
 * Withdrawals of delivered orders, each as far as its age allows: received, decided line by line a working day later, refunded when the
 * parcel is back. One more is of an order that nobody knows.
 * @param others orders that were refunded already
 */
export function addWithdrawals(
  history: History,
  orders: BuiltOrder[],
  others: Set<BuiltOrder>,
  adminId: string,
): void {
  const { now, dice } = history
  const possible = orders.filter(
    ({ times, plan, items, ...built }) =>
      times.shippedAt !== null &&
      times.deliveredAt !== null &&
      plan.customer.loyalty > 0 &&
      !plan.isManual &&
      items.some(({ isDigital }) => !isDigital) &&
      ![...others].some(({ order }) => order === built.order),
  )
  const chosen = possible.filter((_, index) => index % 19 === 7)
  chosen.forEach((built, index) => {
    const receivedAt = addMs(built.times.deliveredAt ?? now, randomWhole(dice, 20, 170) * HOUR)
    if (receivedAt < now)
      addWithdrawal(history, built, { receivedAt, remark: remarks[index % remarks.length] ?? null }, adminId)
  })
  // Whenever the demo starts, one waits for an answer.
  const waiting = possible.findLast(built => !chosen.includes(built))
  if (waiting) {
    const deliveredAt = waiting.times.deliveredAt ?? now
    const receivedAt = new Date(
      Math.max(timeDaysAgo(now, 1, 20 * 60 + 47).getTime(), addMs(deliveredAt, HOUR).getTime()),
    )
    const said = { receivedAt, remark: 'Toch niet wat ik zocht.', isOpen: true }
    if (receivedAt < now) addWithdrawal(history, waiting, said, adminId)
  }
  addUnknownWithdrawal(history, adminId)
}

interface WithdrawalSaid {
  receivedAt: Date
  remark: string | null
  /** It still waits for an answer, whatever its age. */
  isOpen?: boolean
}

function addWithdrawal(
  history: History,
  built: BuiltOrder,
  { receivedAt, remark, isOpen = false }: WithdrawalSaid,
  adminId: string,
): void {
  const { rows, newId, settings, now, dice } = history
  const { customer } = built.plan
  const id = newId(receivedAt)
  const { number: orderNumber, id: orderId } = built.order
  const meant = built.items.filter(({ isDigital }) => !isDigital).slice(0, 1)
  const lines = meant.map(item => ({ ...item, name: item.productName }))
  const name = `${customer.firstName} ${customer.lastName}`
  const row = {
    id,
    name,
    email: customer.email,
    orderNumber,
    orderId,
    itemIds: meant.map(item => item.id),
    unmatched: [],
    remark,
    receivedAt,
    handledAt: null as Date | null,
    accepted: null as boolean | null,
    answer: null as string | null,
  }
  rows.withdrawals.push(row)
  const receipt = {
    orderNumber,
    receivedAt: receivedAt.toISOString(),
    ...withdrawalReceipt(lines, []),
    remark,
  }
  const mail = { ...receipt, isWhole: false, shopName: settings.shopName }
  recordMail(history, withdrawalReceivedMail, customer.email, mail, receivedAt)
  const path = `/admin/orders/${orderId}`
  const told = { kind: 'WITHDRAWAL' as const, params: { number: orderNumber }, about: id, path }
  recordNotification(history, adminId, told, receivedAt)

  const decidedAt = nextMorning(receivedAt, dice)
  if (isOpen || decidedAt > now) return
  const decisions = meant.map(item => ({ ...item, ...decide(history, item.hygieneSealed) }))
  decideLines(history, { id, customer, orderNumber }, decisions, decidedAt, adminId)
  const accepted = isWithdrawalAccepted(decisions)
  Object.assign(row, { accepted, handledAt: decidedAt, answer: 'Per product beslist.' })
  const refundedAt = nextMorning(addMs(decidedAt, RETURNED_AFTER * DAY), dice)
  if (!accepted || refundedAt > now) return
  const items = meant.map(item => ({ itemId: item.id, quantity: item.quantity ?? 1 }))
  refundOrder(history, built, { items, isRestocked: true, reason: 'Herroeping' }, refundedAt, adminId)
}

/** Sealed products come back opened now and then. */
const decide = (
  { dice }: History,
  isSealed: boolean | undefined,
): { accepted: boolean; reason: RefusalReason | null; note: string | null } =>
  isSealed && dice() < 0.5
    ? {
        accepted: false,
        reason: 'SEAL_BROKEN',
        note: pickWeighted(dice, [
          ['De folie was open.', 1],
          [null, 1],
        ]),
      }
    : { accepted: true, reason: null, note: null }

type Decision = ReturnType<typeof decide> & BuiltOrder['items'][number]

function decideLines(
  history: History,
  {
    id,
    customer,
    orderNumber,
  }: { id: string; customer: BuiltOrder['plan']['customer']; orderNumber: string },
  decisions: Decision[],
  decidedAt: Date,
  adminId: string,
): void {
  const { rows, settings } = history
  const decided = decisions.map(({ id: itemId, accepted, reason }) => ({ itemId, accepted, reason }))
  for (const { id: itemId, accepted, reason, note } of decisions)
    rows.withdrawalLines.push({ withdrawalId: id, itemId, accepted, reason, note, decidedAt })
  const entry = { action: 'WITHDRAWAL_LINES_DECIDED' as const, subjectId: id, details: { lines: decided } }
  recordAudit(history, adminId, entry, decidedAt)
  const labelOf = ({ quantity, productName }: Decision) =>
    withdrawalLineLabel({ quantity, name: productName })
  const props = {
    orderNumber,
    accepted: decisions.filter(({ accepted }) => accepted).map(labelOf),
    refused: decisions.flatMap(line =>
      line.reason ? [{ line: labelOf(line), reason: line.reason, note: line.note }] : [],
    ),
    shopName: settings.shopName,
  }
  recordMail(history, withdrawalDecidedMail, customer.email, props, decidedAt)
}

/** Someone who mistyped the number, and was asked for the right one. */
function addUnknownWithdrawal(history: History, adminId: string): void {
  const { rows, newId, settings, now, dice } = history
  const receivedAt = timeDaysAgo(now, 33, 18 * 60 + 4)
  const handledAt = nextMorning(receivedAt, dice)
  const id = newId(receivedAt)
  const email = 'm.de.groot@post.test'
  const orderNumber = `${receivedAt.getUTCFullYear()}-004711`
  const answer = 'Dit nummer kennen we niet bij je e-mailadres. Stuur je ons het nummer uit je bevestiging?'
  const remark = 'Graag de kaarsen terug.'
  const said = { name: 'M. de Groot', email, orderNumber, orderId: null, itemIds: [], unmatched: [], remark }
  rows.withdrawals.push({ id, ...said, receivedAt, handledAt, accepted: false, answer })
  const { shopName } = settings
  const receipt = { orderNumber, receivedAt: receivedAt.toISOString(), lines: [], remark, shopName }
  recordMail(history, withdrawalReceivedMail, email, receipt, receivedAt)
  const told = {
    kind: 'WITHDRAWAL' as const,
    params: { number: orderNumber },
    about: id,
    path: '/admin/withdrawals',
  }
  recordNotification(history, adminId, told, receivedAt)
  const entry = { action: 'WITHDRAWAL_ANSWERED' as const, subjectId: id, details: { accepted: false } }
  recordAudit(history, adminId, entry, handledAt)
  recordMail(
    history,
    withdrawalAnsweredMail,
    email,
    { orderNumber, accepted: false, answer, shopName },
    handledAt,
  )
}
