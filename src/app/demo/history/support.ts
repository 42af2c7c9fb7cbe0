import { answerDueAt } from '../../../wire/workingDays.ts'
import {
  ANSWER_PLACEHOLDER,
  contactAnsweredMail,
  contactReceivedMail,
  type ContactTopic,
  type ConversationStatus,
} from '../../../shop/support/contract.ts'
import { THREAD_PATH } from '../../../shop/support/service.ts'
import { addMs, HOUR, MINUTE, timeDaysAgo } from './calendar.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import type { DemoCustomer, People } from './people.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'

interface Question {
  topic: ContactTopic
  /** Days ago, and the minute of that day. */
  at: readonly [daysAgo: number, minute: number]
  text: string
  /** The shop's answer, hours later. */
  answer?: readonly [hours: number, text: string]
  isClosed?: boolean
}

const questions: readonly Question[] = [
  {
    topic: 'ORDER',
    at: [41, 14 * 60 + 12],
    text: 'Kan ik het pakket ook bij een afhaalpunt laten bezorgen? Ik ben overdag zelden thuis.',
    answer: [
      19,
      'Dat kan bij de vervoerder zelf, zodra je de code hebt: kies op de volgpagina voor een afhaalpunt.',
    ],
    isClosed: true,
  },
  {
    topic: 'PAYMENT',
    at: [17, 20 * 60 + 5],
    text: 'Er staat twee keer een bedrag op mijn rekening gereserveerd. Is er dubbel betaald?',
    answer: [
      13,
      'Nee, er is één keer betaald. De eerste poging werd afgebroken; die reservering vervalt vanzelf, meestal binnen een dag.',
    ],
  },
  {
    topic: 'LIVE',
    at: [6, 21 * 60 + 40],
    text: 'Mijn minuten liepen door terwijl de verbinding weg was. Klopt dat?',
    answer: [
      36,
      'Een minuut telt alleen zolang je verbonden bent. We hebben het nagekeken: er is geen minuut te veel geteld.',
    ],
  },
  {
    topic: 'COMPLAINT',
    at: [4, 9 * 60 + 31],
    text: 'De doos kwam beschadigd aan. Het product is heel, maar discreet was het zo niet.',
  },
  {
    topic: 'ORDER',
    at: [1, 16 * 60 + 48],
    text: 'Wanneer komt de maat L weer binnen?',
  },
]

/** Questions of customers who ordered before they asked, some answered, and what the admin noted about an order and a customer. */
export function addSupport(history: History, orders: BuiltOrder[], { adminId }: People): void {
  const askers = new Set<DemoCustomer>()
  for (const question of questions) {
    const [daysAgo, minute] = question.at
    const askedAt = timeDaysAgo(history.now, daysAgo, minute)
    const built = orders.findLast(
      ({ plan, times }) =>
        times.paidAt !== null &&
        times.paidAt < askedAt &&
        plan.customer.loyalty > 0 &&
        !askers.has(plan.customer),
    )
    if (!built || askedAt >= history.now) continue
    askers.add(built.plan.customer)
    addConversation(history, built, question, askedAt, adminId)
  }
  addNotes(history, orders, adminId)
}

function addConversation(
  history: History,
  { plan: { customer }, order }: BuiltOrder,
  { topic, text, answer, isClosed = false }: Question,
  askedAt: Date,
  adminId: string,
): void {
  const { rows, newId, settings, origin, now } = history
  const [hours = 0, answerText = ''] = answer ?? []
  const answeredAt = answer ? addMs(askedAt, hours * HOUR) : null
  const isAnswered = answeredAt !== null && answeredAt < now
  const id = newId(askedAt)
  const reference = referenceOf(rows.supportConversations.length)
  const status: ConversationStatus = !isAnswered ? 'OPEN' : isClosed ? 'CLOSED' : 'ANSWERED'
  const { id: userId, email } = customer
  rows.supportConversations.push({
    id,
    reference,
    userId,
    email,
    topic,
    orderId: topic === 'ORDER' ? order.id : null,
    orderNumber: topic === 'ORDER' ? order.number : null,
    status,
    waitingSince: isAnswered ? null : askedAt,
    dueAt: isAnswered ? null : answerDueAt(askedAt),
    version: isAnswered ? 2 : 1,
    createdAt: askedAt,
    lastMessageAt: isAnswered ? answeredAt : askedAt,
  })
  const message = { conversationId: id, isFromShop: false, authorId: null, text, createdAt: askedAt }
  rows.supportMessages.push({ id: newId(askedAt), ...message })
  const props = { conversationId: id, reference, url: origin + THREAD_PATH, shopName: settings.shopName }
  recordMail(history, contactReceivedMail, email, props, askedAt)
  const heard = { kind: 'CONTACT_MESSAGE' as const, params: undefined, about: id, path: '/admin/messages' }
  recordNotification(history, adminId, heard, askedAt)
  if (!isAnswered) return
  const reply = { conversationId: id, isFromShop: true, authorId: adminId, text: answerText }
  const messageId = newId(answeredAt)
  rows.supportMessages.push({ id: messageId, ...reply, createdAt: answeredAt })
  recordMail(
    history,
    contactAnsweredMail,
    email,
    { ...props, messageId, text: ANSWER_PLACEHOLDER },
    answeredAt,
  )
  const told = { params: undefined, about: `${id} 1`, path: `${THREAD_PATH}/${id}` }
  recordNotification(history, userId, { kind: 'CONTACT_ANSWERED', ...told }, answeredAt)
  const details = { closed: isClosed }
  recordAudit(history, adminId, { action: 'CONTACT_ANSWERED', subjectId: id, details }, answeredAt)
}

/** As a real one is: two groups of four. */
const referenceOf = (index: number): string => `DEMO-${'BCDFGHJK'.charAt(index).repeat(4)}`

/** What the admin noted about an order and a customer, for a colleague. */
function addNotes({ rows, newId, now }: History, orders: BuiltOrder[], adminId: string): void {
  const built = orders.findLast(({ times }) => times.status === 'PROCESSING' || times.status === 'PAID')
  if (!built) return
  const at = addMs(built.times.paidAt ?? now, 40 * MINUTE)
  const createdAt = at < now ? at : now
  const note = { authorId: adminId, createdAt, editedAt: null }
  const ofOrder = 'Wacht op de tweede doos; samen versturen.'
  const ofCustomer = 'Belt liever niet: alleen mailen.'
  rows.internalNotes.push(
    { id: newId(createdAt), orderId: built.order.id, customerId: null, text: ofOrder, ...note },
    { id: newId(createdAt), orderId: null, customerId: built.plan.customer.id, text: ofCustomer, ...note },
  )
}
