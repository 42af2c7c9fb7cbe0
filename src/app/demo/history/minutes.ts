import {
  type AdminMinutePackage,
  minutesCreditedMail,
  type PackageId,
} from '../../../money/minutes/contract.ts'
import {
  buildMinutesInvoiceContent,
  defaultMinutePackages,
  type SourcedMinuteCredit,
  valueOfMinutes,
} from '../../../money/minutes/rules.ts'
import { addMs } from './calendar.ts'
import type { History } from './history.ts'
import { draftInvoice } from './invoices.ts'
import { recordPayment } from './payments.ts'
import type { DemoCustomer } from './people.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'

/** Someone's minutes as they are bought and played, in the order of time. */
export interface Wallet {
  customer: DemoCustomer
  credits: SourcedMinuteCredit[]
  spent: number
}

export const openWallet = (customer: DemoCustomer): Wallet => ({ customer, credits: [], spent: 0 })

/** Milliseconds from the choice of a package to its payment. */
const PAYING_MS = 70_000

const packageOf = (packageId: PackageId): AdminMinutePackage =>
  defaultMinutePackages.find(({ id }) => id === packageId) as AdminMinutePackage

/** A package, paid and credited. */
export function buyMinutes(
  history: History,
  { customer, credits }: Wallet,
  packageId: PackageId,
  createdAt: Date,
): void {
  const { rows, newId, settings, origin } = history
  const { name: packageName, minutes, normalPrice: price } = packageOf(packageId)
  const { id: userId, email } = customer
  const id = newId(createdAt)
  const paidAt = addMs(createdAt, PAYING_MS)
  const bought = { packageId, packageName, minutes, price }
  rows.minutePurchases.push({ id, userId, ...bought, status: 'PAID', createdAt, paidAt, waivedAt: createdAt })
  const thing = { kind: 'MINUTES' as const, subjectId: id, userId, amountCents: price }
  recordPayment(history, thing, { createdAt, settledAt: paidAt, status: 'PAID' })
  addEntry(history, customer, { kind: 'PURCHASE', minutes, valueCents: price, purchaseId: id }, paidAt)
  credits.push({ sourceId: id, minutes, valueCents: price })
  const about = { kind: 'MINUTES_CREDITED' as const, params: { minutes }, about: id, path: '/live' }
  recordNotification(history, userId, about, paidAt)
  const content = buildMinutesInvoiceContent(customer, { minutes, price })
  const draft = { paymentKind: 'MINUTES' as const, userId, subjectId: id, content, country: customer.country }
  const { id: invoiceId, at } = draftInvoice(history, draft, paidAt)
  const { shopName } = settings
  const props = { minutes, totalCents: price, url: `${origin}/live`, shopName, invoiceId, hasWaived: true }
  recordMail(history, minutesCreditedMail, email, props, at)
}

/** The minutes of a session. @returns what they cost when they were bought, in cents */
export function spendMinutes(
  history: History,
  wallet: Wallet,
  controlSessionId: string,
  minutes: number,
  at: Date,
): number {
  if (minutes === 0) return 0
  addEntry(history, wallet.customer, { kind: 'SPEND', minutes: -minutes, controlSessionId }, at)
  wallet.spent += minutes
  return valueOfMinutes(wallet.credits, wallet.spent - minutes, minutes)
}

/** Minutes that an admin added. */
export function adjustMinutes(
  history: History,
  wallet: Wallet,
  minutes: number,
  reason: string,
  at: Date,
  adminId: string,
): void {
  const { customer, credits } = wallet
  addEntry(history, customer, { kind: 'ADJUSTMENT', minutes, reason }, at)
  credits.push({ sourceId: null, minutes, valueCents: 0 })
  const entry = { action: 'MINUTES_ADJUSTED' as const, subjectId: customer.id, details: { minutes } }
  recordAudit(history, adminId, entry, at)
}

type MinuteEntry = History['rows']['minuteEntries'][number]

function addEntry(
  { rows, newId }: History,
  { id: userId, user }: DemoCustomer,
  entry: Pick<MinuteEntry, 'kind' | 'minutes'> & Partial<MinuteEntry>,
  createdAt: Date,
): void {
  user.minutesBalance += entry.minutes
  const none = { valueCents: 0, purchaseId: null, controlSessionId: null, reason: null }
  rows.minuteEntries.push({ ...none, ...entry, id: newId(createdAt), userId, createdAt })
}
