import { creators } from '../../live/creators/table.ts'
import { messagesPath } from '../../live/messages/service.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import { sessions, toyControlSessions } from '../../live/sessions/table.ts'
import { storedToken } from '../../live/toys/linkToken.service.ts'
import { toyLinks, toys } from '../../live/toys/table.ts'
import { type AdminMinutePackage, minutesCreditedMail } from '../../money/minutes/contract.ts'
import { buildMinutesInvoiceContent, defaultMinutePackages } from '../../money/minutes/rules.ts'
import { minuteEntries, minutePurchases } from '../../money/minutes/table.ts'
import { addMs, DAY, daysAgo, MINUTE } from './calendar.ts'
import conversations from './content/messages.json' with { type: 'json' }
import demoToys from './content/toys.json' with { type: 'json' }
import { type History, named } from './history.ts'
import { recordPaid } from './payments.ts'
import type { DemoCustomer } from './people.ts'
import { pickOne, randomWhole } from './random.ts'

/** The demo's creator is at hand for as long as somebody may look at it. */
const ON_AIR_DAYS = 365

export type DemoApp = ReturnType<typeof addToys>

/** The app of the demo's creator, which is linked and online, with its toys; the simulated provider must know the same. */
export function addToys({ rows, newId, now, openedAt, creatorId }: History) {
  const createdAt = addMs(openedAt, 10 * DAY)
  const uid = newId(createdAt)
  const utoken = newId(createdAt)
  const times = { connectedAt: createdAt, lastSeenAt: now, createdAt }
  rows.add(creators, { userId: creatorId, acceptedAt: createdAt, createdAt })
  rows.add(toyLinks, { uid, utoken: storedToken(utoken), userId: creatorId, ...times })
  const online = { status: 'ONLINE' as const, lastActive: now, batteryLevel: 100 }
  const onAir = { isActive: true, onAir: true, onAirUntil: addMs(now, ON_AIR_DAYS * DAY) }
  const linked = demoToys.map(toy =>
    rows.add(toys, { id: newId(createdAt), ...toy, ownerId: creatorId, ...online, ...onAir, createdAt }),
  )
  return { uid, utoken, toys: linked }
}

/** The sessions of the customer with a demo account: days ago, and their minutes. Of 30 minutes 20 are left. */
const samSessions: Partial<Record<number, number>> = { 41: 5, 33: 3, 5: 2 }
const players = ['Anne', 'Lotje', 'Jonas', 'Elise', 'Lot']
const SESSION_DAYS = 80
/** A customer with fewer minutes than this buys some before playing. */
const LOW_BALANCE = 10
/** How they end: by their player most often. */
const ends = [
  { stoppedBy: 'USER', stopReason: 'STOPPED_BY_USER' },
  { stoppedBy: 'USER', stopReason: 'STOPPED_BY_USER' },
  { stoppedBy: 'CREATOR', stopReason: 'STOPPED_BY_CREATOR' },
] as const

/** The package that everyone buys. */
const premium = defaultMinutePackages.find(({ id }) => id === 'premium') as AdminMinutePackage

/** Minutes that were bought, and the sessions that used them, in the order of time: never two at once. */
export function addSessions(history: History, people: Map<string, DemoCustomer>, app: DemoApp): void {
  const { now, dice } = history
  const met = new Map<DemoCustomer, Date>()
  for (let ago = SESSION_DAYS; ago > 0; ago -= 1) {
    const own = samSessions[ago]
    if (!own && ago % 3 !== 0) continue
    const customer = named(people, own ? 'Sam' : pickOne(dice, players))
    const startedAt = daysAgo(now, ago, randomWhole(dice, 19 * 60, 22 * 60))
    if (customer.minutes < LOW_BALANCE) buyMinutes(history, customer, addMs(startedAt, -5 * MINUTE))
    addSession(history, customer, startedAt, own ?? randomWhole(dice, 2, 9), pickOne(dice, app.toys))
    met.set(customer, startedAt)
  }
  addMessages(history, met)
}

/** A package, paid and credited. */
function buyMinutes(history: History, customer: DemoCustomer, createdAt: Date): void {
  const { id: packageId, name: packageName, minutes, normalPrice: price } = premium
  const { id: userId, email, country } = customer
  const paidAt = addMs(createdAt, MINUTE)
  const purchase = { userId, packageId, packageName, minutes, price, status: 'PAID' as const, paidAt }
  const { id } = history.add(minutePurchases, createdAt, { ...purchase, waivedAt: createdAt })
  const thing = { kind: 'MINUTES' as const, subjectId: id, userId, amountCents: price }
  const content = buildMinutesInvoiceContent(customer, { minutes, price })
  const { invoice } = recordPaid(history, thing, { createdAt, paidAt }, content, country)
  customer.minutes += minutes
  history.add(minuteEntries, paidAt, { userId, kind: 'PURCHASE', minutes, valueCents: price, purchaseId: id })
  const url = `${history.origin}/live`
  const props = { minutes, totalCents: price, invoiceId: invoice.id, hasWaived: true, url }
  history.recordMail(minutesCreditedMail, email, props, invoice.issuedAt)
}

/** A player pays the minute that has begun; one that the creator ends is free. */
function addSession(
  history: History,
  customer: DemoCustomer,
  startedAt: Date,
  minutes: number,
  { id: toyId }: { id: string },
): void {
  const { id: userId } = customer
  const end = pickOne(history.dice, ends)
  const startTime = addMs(startedAt, MINUTE / 2)
  const meteredMs = (minutes + (end.stoppedBy === 'USER' ? -0.4 : 0.4)) * MINUTE
  const endTime = addMs(startTime, meteredMs)
  const meter = { meteredMs, minutesUsed: minutes, meteredAt: endTime, heartbeatAt: endTime }
  const stopped = { status: 'STOPPED' as const, stoppedAt: endTime, countdownEndsAt: startTime, ...end }
  const { id } = history.add(toyControlSessions, startedAt, {
    userId,
    toyDeviceId: toyId,
    ...meter,
    ...stopped,
  })
  customer.minutes -= minutes
  history.add(minuteEntries, endTime, { userId, kind: 'SPEND', minutes: -minutes, controlSessionId: id })
  const cost = (minutes * premium.normalPrice) / premium.minutes
  const played = { userId, toyId, minutesPurchased: minutes, cost, startTime, endTime }
  history.rows.add(sessions, { id, status: 'STOPPED', ...played })
  if (end.stoppedBy === 'CREATOR')
    history.recordAudit('SESSION_STOPPED', id, { ...end }, endTime, history.creatorId)
}

/** Contacts of everyone who met the creator, and the messages of some after their last session. */
function addMessages(history: History, met: Map<DemoCustomer, Date>): void {
  const { rows, creatorId } = history
  for (const [{ id, displayName }, metAt] of met) {
    rows.add(contacts, { userId: id, otherId: creatorId, metAt })
    rows.add(contacts, { userId: creatorId, otherId: id, metAt })
    const { lines = [], isUnread } = conversations.find(({ customer }) => customer === displayName) ?? {}
    for (const [index, [from, content]] of lines.entries()) {
      const at = addMs(metAt, (30 + 10 * index) * MINUTE)
      const [fromUserId, toUserId] = from === 'creator' ? [creatorId, id] : [id, creatorId]
      const readAt = isUnread ? null : addMs(at, 9 * MINUTE)
      const message = history.add(messages, at, { fromUserId, toUserId, content, readAt })
      if (!isUnread) continue
      const told = { params: { displayName }, about: message.id, path: messagesPath(id) }
      history.recordNotification(creatorId, { kind: 'MESSAGE', ...told }, at)
    }
  }
}
