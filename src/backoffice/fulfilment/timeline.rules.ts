import type { AuditEntry } from '../../people/audit/contract.ts'
import { auditActionLabels, describeAuditDetails } from '../../people/audit/labels.rules.ts'
import { templateName } from '../mails/words.rules.ts'
import { invoiceKindLabels } from '../../money/invoices/rules.ts'
import { orderStatusLabels } from '../../shop/orders/status.rules.ts'
import type { PaymentStatus } from '../../money/payments/contract.ts'
import { formatCents } from '../../wire/money.ts'
import type { AdminOrder } from './contract.ts'

/** What happened with an order; `kind` chooses its sign. */
export interface Happening {
  at: string
  kind: 'order' | 'payment' | 'picked' | 'sent' | 'refund' | 'mail' | 'withdrawal' | 'invoice' | 'deed'
  title: string
  /** What else there is to say. */
  text: string | null
  /** Who did it, where a person did. */
  by: string | null
}

const happening = (
  kind: Happening['kind'],
  at: string,
  title: string,
  text: string | null = null,
  by: string | null = null,
): Happening => ({ kind, at, title, text, by })

/** All that happened with an order, in one line of time, the newest first. */
export function timelineOf(order: AdminOrder): Happening[] {
  const told = new Set<string>()
  const all = [
    ...milestones(order, told),
    ...money(order, told),
    ...order.invoices.map(({ kind, number, issuedAt }) =>
      happening('invoice', issuedAt, `${invoiceKindLabels[kind]} ${number}`),
    ),
    ...order.mails.map(mailed),
    ...withdrawals(order, told),
    ...order.deeds.filter(({ id }) => !told.has(id)).map(deed => done(order, deed)),
  ]
  return all.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** A deed that is told by what came of it is not told again: who did it stands there. */
function byWhom(told: Set<string>, deed: AuditEntry | undefined): string | null {
  if (!deed) return null
  told.add(deed.id)
  return deed.actor?.displayName ?? null
}

/** The clock of the database and ours may differ by a moment. */
const TOGETHER = 10_000
const isTogether = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) < TOGETHER

function milestones(order: AdminOrder, told: Set<string>): Happening[] {
  const { createdAt, paidAt, shippedAt, deliveredAt, deeds, shippingCarrier } = order
  const deedOf = (status: string, at: string) =>
    deeds.find(
      deed => deed.action === 'ORDER_STATUS_SET' && statusIn(deed) === status && isTogether(deed.at, at),
    )
  const byHand = deeds.find(({ action }) => action === 'ORDER_PAID_BY_HAND')
  const reached = (
    at: string | null,
    kind: Happening['kind'],
    title: string,
    text: string | null,
    deed: (at: string) => AuditEntry | undefined,
  ) => (at === null ? [] : [happening(kind, at, title, text, byWhom(told, deed(at)))])
  return [
    happening('order', createdAt, 'Besteld', formatCents(order.total)),
    ...reached(paidAt, 'payment', 'Betaald', byHand ? 'Met de hand genoteerd' : null, () => byHand),
    ...reached(shippedAt, 'sent', 'Verzonden', shippingCarrier, at => deedOf('SHIPPED', at)),
    ...reached(deliveredAt, 'sent', 'Bezorgd', null, at => deedOf('DELIVERED', at)),
  ]
}

/** The status that was set. */
function statusIn({ details }: AuditEntry): unknown {
  const { status } = details as { status?: { to?: unknown } }
  return status?.to
}

const attempts: Partial<Record<PaymentStatus, string>> = {
  FAILED: 'Betaling mislukt',
  CANCELLED: 'Betaling afgebroken',
  EXPIRED: 'Betaling verlopen',
}

function money({ payments, refunds, chargeBacks, deeds }: AdminOrder, told: Set<string>): Happening[] {
  const refundDeed = (refundId: string) =>
    deeds.find(({ action, details }) => action === 'ORDER_REFUNDED' && details['refundId'] === refundId)
  return [
    ...payments.flatMap(({ status, amountCents, settledAt, createdAt }) => {
      const title = attempts[status]
      return title ? [happening('payment', settledAt ?? createdAt, title, formatCents(amountCents))] : []
    }),
    ...refunds.map(({ id, amountCents, reason, createdAt }) => {
      const text = [formatCents(amountCents), reason].filter(Boolean).join(', ')
      return happening('refund', createdAt, 'Terugbetaling', text, byWhom(told, refundDeed(id)))
    }),
    ...refunds.flatMap(({ failedAt, failure }) =>
      failedAt ? [happening('refund', failedAt, 'Terugbetaling mislukt', failure)] : [],
    ),
    ...chargeBacks.map(({ amountCents, createdAt }) =>
      happening('refund', createdAt, 'Door de bank teruggehaald', formatCents(amountCents)),
    ),
  ]
}

function mailed({
  template,
  state,
  createdAt,
  sentAt,
  failedAt,
  lastError,
}: AdminOrder['mails'][0]): Happening {
  const name = templateName(template)
  if (state === 'SENT') return happening('mail', sentAt ?? createdAt, 'Mail verstuurd', name)
  if (state === 'FAILED')
    return happening('mail', failedAt ?? createdAt, 'Mail opgegeven', `${name}: ${lastError}`)
  return happening('mail', createdAt, 'Mail wacht', name)
}

function withdrawals({ withdrawals: all, deeds }: AdminOrder, told: Set<string>): Happening[] {
  return all.flatMap(({ id, receivedAt, remark, handledAt, accepted, answer }) => {
    const received = happening('withdrawal', receivedAt, 'Herroeping ontvangen', remark)
    if (!handledAt) return [received]
    const deed = deeds.find(each => each.subjectId === id && isTogether(each.at, handledAt))
    const title = accepted ? 'Herroeping aanvaard' : 'Herroeping geweigerd'
    return [received, happening('withdrawal', handledAt, title, answer, byWhom(told, deed))]
  })
}

function done(order: AdminOrder, { action, at, actor, details }: AuditEntry): Happening {
  const by = actor?.displayName ?? null
  if (action === 'ORDER_LINE_PICKED') {
    const { itemId, picked } = details
    const line = order.items.find(({ id }) => id === itemId)
    const text = line ? `${line.quantity} × ${line.product.name}` : null
    return happening('picked', at, picked ? 'Gepickt' : 'Niet meer gepickt', text, by)
  }
  if (action === 'ORDER_STATUS_SET') {
    const { status } = details as { status?: { to?: string } }
    const name = orderStatusLabels[(status?.to ?? '') as keyof typeof orderStatusLabels]?.name
    return happening('deed', at, `Status: ${name ?? status?.to ?? ''}`, null, by)
  }
  return happening(
    'deed',
    at,
    auditActionLabels[action],
    describeAuditDetails(details).join(', ') || null,
    by,
  )
}
