import { serializeReport } from '../../people/contentReports/content.service.ts'
import { decisionDueAt, urgencyOf } from '../../people/contentReports/rules.ts'
import { adminCasePath } from '../../people/contentReports/service.ts'
import { contentCases, contentReports } from '../../people/contentReports/table.ts'
import { reviews } from '../../shop/reviews/table.ts'
import type { ContactTopic } from '../../shop/support/contract.ts'
import { supportConversations, supportMessages } from '../../shop/support/table.ts'
import { answerDueAt } from '../../wire/workingDays.ts'
import { addMs, HOUR, hoursBefore } from './calendar.ts'
import questions from './content/support.json' with { type: 'json' }
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import type { DemoCustomer } from './people.ts'

/** Questions of customers who ordered before they asked, some answered. */
export function addSupport(history: History, orders: BuiltOrder[]): void {
  for (const [index, { customer, topic, hoursAgo, text, answer, ...rest }] of questions.entries()) {
    const at = hoursBefore(history.now, hoursAgo)
    const built = orders.findLast(({ plan }) => plan.customer.displayName === customer && plan.placedAt < at)
    if (!built) throw new Error(`${customer} asks and has no order`)
    const answeredAt = rest.answerHours ? addMs(at, rest.answerHours * HOUR) : null
    const isAboutOrder = topic === 'ORDER'
    const waiting = answeredAt ? {} : { waitingSince: at, dueAt: answerDueAt(at) }
    const { id: conversationId } = history.add(supportConversations, at, {
      // As a real one is: two groups of four.
      reference: `DEMO-${'BCDF'.charAt(index).repeat(4)}`,
      userId: built.order.userId,
      email: built.plan.customer.email,
      topic: topic as ContactTopic,
      orderId: isAboutOrder ? built.order.id : null,
      orderNumber: isAboutOrder ? built.order.number : null,
      status: !answeredAt ? 'OPEN' : rest.isClosed ? 'CLOSED' : 'ANSWERED',
      lastMessageAt: answeredAt ?? at,
      ...waiting,
    })
    history.add(supportMessages, at, { conversationId, isFromShop: false, text })
    if (!answeredAt || !answer) continue
    const author = { isFromShop: true, authorId: history.adminId }
    history.add(supportMessages, answeredAt, { conversationId, ...author, text: answer })
    history.recordAudit('CONTACT_ANSWERED', conversationId, { closed: rest.isClosed ?? false }, answeredAt)
  }
}

/** A review that a customer reported, and about which nothing is decided yet. */
export function addContentReport(history: History, reporter: DemoCustomer): void {
  const at = hoursBefore(history.now, 30)
  const reason = 'ABUSE' as const
  const shown = history.rows
    .of(reviews)
    .filter(({ approvedAt, text }) => approvedAt && approvedAt < at && text)
  const review = shown.findLast(({ userId }) => userId !== reporter.id)
  if (!review) return
  const urgency = urgencyOf(reason)
  const subject = {
    kind: 'REVIEW' as const,
    contentId: review.id ?? '',
    ownerId: review.userId,
    path: '/shop',
  }
  const { id: caseId } = history.add(contentCases, at, { ...subject, urgency, dueAt: decisionDueAt(at) })
  const evidence = [{ label: 'Beoordeling', text: review.text ?? '' }]
  const content = serializeReport('Hier wordt iemand persoonlijk aangesproken, en niet aardig.', evidence)
  const report = { caseId, reference: 'DEMO-MMMM', reporterId: reporter.id, reason, content }
  history.add(contentReports, at, report)
  const heard = { params: { isUrgent: false }, about: `${caseId} ${urgency}`, path: adminCasePath(caseId) }
  history.recordNotification(history.adminId, { kind: 'CONTENT_REPORTED', ...heard }, at)
}
