import type { AuditEntry } from '../../../people/audit/admin/contract.ts'
import { auditActionLabels, describeAuditDetails } from '../../../people/audit/admin/labels.rules.ts'
import { invoiceKindLabels } from '../../../money/invoices/rules.ts'
import { OrderStatus } from '../contract.ts'
import { orderStatusLabel } from '../status.rules.ts'
import type { PaymentStatus } from '../../../money/payments/contract.ts'
import { formatCents } from '../../../wire/money.ts'
import type { AdminOrder } from './contract.ts'

/** A timeline event of an order; `kind` selects its icon. */
export interface TimelineEvent {
  at: string
  kind: 'order' | 'payment' | 'picked' | 'sent' | 'refund' | 'mail' | 'withdrawal' | 'invoice' | 'audit'
  title: string
  /** More details, if any. */
  text: string | null
  /** The actor, if it was a person. */
  by: string | null
}

const timelineEvent = (
  kind: TimelineEvent['kind'],
  at: string,
  title: string,
  text: string | null = null,
  by: string | null = null,
): TimelineEvent => ({ kind, at, title, text, by })

/** All timeline events of an order, newest first. @param mailName the Dutch name of a template */
export function buildTimeline(order: AdminOrder, mailName: (template: string) => string): TimelineEvent[] {
  const shownIds = new Set<string>()
  const all = [
    ...milestoneEvents(order, shownIds),
    ...paymentEvents(order, shownIds),
    ...order.invoices.map(({ kind, number, issuedAt }) =>
      timelineEvent('invoice', issuedAt, `${invoiceKindLabels[kind]} ${number}`),
    ),
    ...order.mails.map(mail => mailEvent(mail, mailName(mail.template))),
    ...withdrawalEvents(order, shownIds),
    ...order.deeds.filter(({ id }) => !shownIds.has(id)).map(entry => auditEvent(order, entry)),
  ]
  return all.toSorted((one, other) => other.at.localeCompare(one.at))
}

/**
 * Finds the actor of an event in the audit entries. Marks that entry as used: its result is on the timeline, so it
 * gets no event of its own.
 */
function claimActor(shownIds: Set<string>, entry: AuditEntry | undefined): string | null {
  if (!entry) return null
  shownIds.add(entry.id)
  return entry.actor?.displayName ?? null
}

/** The clocks of the database and of the node may differ slightly. */
const MAX_CLOCK_SKEW_MS = 10_000
const isSameMoment = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < MAX_CLOCK_SKEW_MS

function milestoneEvents(order: AdminOrder, shownIds: Set<string>): TimelineEvent[] {
  const { createdAt, paidAt, shippedAt, deliveredAt, deeds, shippingCarrier } = order
  const entryOf = (status: string, at: string) =>
    deeds.find(
      entry =>
        entry.action === 'ORDER_STATUS_SET' && newStatusOf(entry) === status && isSameMoment(entry.at, at),
    )
  const byHand = deeds.find(({ action }) => action === 'ORDER_PAID_BY_HAND')
  const reached = (
    at: string | null,
    kind: TimelineEvent['kind'],
    title: string,
    text: string | null,
    entry: (at: string) => AuditEntry | undefined,
  ) => (at === null ? [] : [timelineEvent(kind, at, title, text, claimActor(shownIds, entry(at)))])
  return [
    timelineEvent('order', createdAt, 'Besteld', formatCents(order.total)),
    ...reached(paidAt, 'payment', 'Betaald', byHand ? 'Met de hand genoteerd' : null, () => byHand),
    ...reached(shippedAt, 'sent', 'Verzonden', shippingCarrier, at => entryOf('SHIPPED', at)),
    ...reached(deliveredAt, 'sent', order.isDigital ? 'Geleverd' : 'Bezorgd', null, at =>
      entryOf('DELIVERED', at),
    ),
  ]
}

/** The status that was set. */
function newStatusOf({ details }: AuditEntry): string {
  const { status } = details as { status?: { to?: string } }
  return status?.to ?? ''
}

const failedPaymentLabels: Partial<Record<PaymentStatus, string>> = {
  FAILED: 'Betaling mislukt',
  CANCELLED: 'Betaling afgebroken',
  EXPIRED: 'Betaling verlopen',
}

function paymentEvents(
  { payments, refunds, chargebacks, deeds }: AdminOrder,
  shownIds: Set<string>,
): TimelineEvent[] {
  const refundEntry = (refundId: string) =>
    deeds.find(
      ({ action, details }) =>
        (action === 'ORDER_REFUNDED' || action === 'ORDER_VAT_CORRECTED') && details['refundId'] === refundId,
    )
  return [
    ...payments.flatMap(({ status, amountCents, settledAt, createdAt }) => {
      const title = failedPaymentLabels[status]
      return title ? [timelineEvent('payment', settledAt ?? createdAt, title, formatCents(amountCents))] : []
    }),
    ...refunds.map(({ id, amountCents, reason, createdAt }) => {
      const text = [formatCents(amountCents), reason].filter(Boolean).join(', ')
      return timelineEvent('refund', createdAt, 'Terugbetaling', text, claimActor(shownIds, refundEntry(id)))
    }),
    ...refunds.flatMap(({ failedAt, failure }) =>
      failedAt ? [timelineEvent('refund', failedAt, 'Terugbetaling mislukt', failure)] : [],
    ),
    ...chargebacks.map(({ amountCents, createdAt }) =>
      timelineEvent('refund', createdAt, 'Door de bank teruggehaald', formatCents(amountCents)),
    ),
  ]
}

function mailEvent(mail: AdminOrder['mails'][0], name: string): TimelineEvent {
  const { state, createdAt, sentAt, failedAt, lastError } = mail
  if (state === 'SENT') return timelineEvent('mail', sentAt ?? createdAt, 'Mail verstuurd', name)
  if (state === 'FAILED')
    return timelineEvent('mail', failedAt ?? createdAt, 'Mail opgegeven', `${name}: ${lastError}`)
  return timelineEvent('mail', createdAt, 'Mail wacht', name)
}

function withdrawalEvents({ withdrawals: all, deeds }: AdminOrder, shownIds: Set<string>): TimelineEvent[] {
  return all.flatMap(({ id, receivedAt, remark, handledAt, accepted, answer }) => {
    const received = timelineEvent('withdrawal', receivedAt, 'Herroeping ontvangen', remark)
    if (!handledAt) return [received]
    const entry = deeds.find(each => each.subjectId === id && isSameMoment(each.at, handledAt))
    const title = accepted ? 'Herroeping aanvaard' : 'Herroeping geweigerd'
    return [received, timelineEvent('withdrawal', handledAt, title, answer, claimActor(shownIds, entry))]
  })
}

function auditEvent(order: AdminOrder, entry: AuditEntry): TimelineEvent {
  const { action, at, actor, details } = entry
  const by = actor?.displayName ?? null
  if (action === 'ORDER_LINE_PICKED') {
    const { itemId, picked } = details
    const line = order.items.find(({ id }) => id === itemId)
    const text = line ? `${line.quantity} × ${line.product.name}` : null
    return timelineEvent('picked', at, picked ? 'Gepickt' : 'Niet meer gepickt', text, by)
  }
  if (action === 'ORDER_STATUS_SET') {
    const { data: known } = OrderStatus.safeParse(newStatusOf(entry))
    const name = known
      ? orderStatusLabel({ status: known, isDigital: order.isDigital }).name
      : newStatusOf(entry)
    return timelineEvent('audit', at, `Status: ${name}`, null, by)
  }
  const text = describeAuditDetails(details).join(', ') || null
  return timelineEvent('audit', at, auditActionLabels[action], text, by)
}
