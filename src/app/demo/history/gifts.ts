import { giftCreditedMail, giftPaidMail } from '../../../live/gifts/contract.ts'
import { buildGiftInvoiceContent } from '../../../live/gifts/rules.ts'
import { addMs, HOUR, MINUTE, nextMorning, timeDaysAgo } from './calendar.ts'
import type { History, InvoiceDraft } from './history.ts'
import { draftCreditNote, draftInvoice } from './invoices.ts'
import { type PaymentRecord, recordPayment, recordRefund } from './payments.ts'
import { OPENED_DAYS_AGO, type DemoCustomer, type People } from './people.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'

/** The gift list of the demo's creator; its pictures are the shop's own product pictures. */
const demoGifts = [
  {
    slug: 'zijden-kimono-nacht-2',
    name: 'Een nieuwe kimono',
    price: 7950,
    description: 'Zacht, donkerblauw en tot op de grond.',
  },
  {
    slug: 'maanlamp-2',
    name: 'Licht voor mijn studio',
    price: 3995,
    description: 'Voor warm licht tijdens een sessie.',
  },
  {
    slug: 'geurkaars-gloed-2',
    name: 'Een geurkaars',
    price: 1950,
    description: 'Ze branden altijd te snel op.',
    isSingle: false,
  },
  {
    slug: 'boek-langzaam-2',
    name: 'Een boek voor het slapengaan',
    price: 2250,
    description: 'Liefst iets met een goed einde.',
  },
]

type Gift = History['rows']['gifts'][number] & { id: string }

interface Giving {
  gift: Gift
  buyer: DemoCustomer
  isAnonymous: boolean
  createdAt: Date
}

/** The list, and what was given of it: some candles, a book, and a lamp whose giver got their money back. */
export function addGifts(history: History, people: People): void {
  const { rows, newId, now } = history
  const listedAt = timeDaysAgo(now, OPENED_DAYS_AGO - 20, 11 * 60)
  const gifts = demoGifts.map(({ slug, isSingle = true, ...wish }, index) => ({
    ...wish,
    id: newId(listedAt),
    ownerId: people.creatorId,
    imageUrl: `/media/demo/${slug}/800.webp`,
    isSingle,
    position: index + 1,
    createdAt: listedAt,
  }))
  rows.gifts.push(...gifts)
  const [, lamp, candle, book] = gifts
  const [first, second, third] = people.customers.filter(({ joined, loyalty }) => joined > 80 && loyalty > 1)
  if (!lamp || !candle || !book || !first || !second || !third)
    throw new Error('the demo has too few gifts or customers')
  addGiving(
    history,
    { gift: candle, buyer: first, isAnonymous: false, createdAt: timeDaysAgo(now, 57, 21 * 60 + 8) },
    people,
  )
  const lampGiven = {
    gift: lamp,
    buyer: third,
    isAnonymous: false,
    createdAt: timeDaysAgo(now, 36, 19 * 60 + 52),
  }
  addGiving(history, lampGiven, people, { isRefunded: true })
  addGiving(
    history,
    { gift: candle, buyer: second, isAnonymous: true, createdAt: timeDaysAgo(now, 19, 22 * 60 + 31) },
    people,
  )
  addGiving(
    history,
    { gift: candle, buyer: first, isAnonymous: false, createdAt: timeDaysAgo(now, 8, 18 * 60 + 15) },
    people,
  )
  addGiving(
    history,
    { gift: book, buyer: people.sam, isAnonymous: false, createdAt: timeDaysAgo(now, 2, 20 * 60 + 26) },
    people,
  )
}

/** A gift that was paid, with its invoice and mail. */
function addGiving(history: History, giving: Giving, people: People, { isRefunded = false } = {}): void {
  const { rows, newId, settings, origin } = history
  const { gift, buyer, isAnonymous, createdAt } = giving
  const id = newId(createdAt)
  const paidAt = addMs(createdAt, 2 * MINUTE)
  const thing = { kind: 'GIFT' as const, subjectId: id, userId: buyer.id, amountCents: gift.price }
  const payment = recordPayment(history, thing, { createdAt, settledAt: paidAt, status: 'PAID' })
  const purchase = {
    id,
    wishlistItemId: gift.id,
    buyerId: buyer.id,
    giftName: gift.name,
    amount: gift.price,
    isSingle: gift.isSingle ?? true,
    isAnonymous,
    buyerName: isAnonymous ? null : buyer.displayName,
    paymentId: payment.id,
    status: isRefunded ? ('REFUNDED' as const) : ('PAID' as const),
    heldUntil: addMs(createdAt, HOUR / 2),
    createdAt,
    paidAt,
  }
  rows.giftPurchases.push(purchase)
  const about = { params: { giver: purchase.buyerName, gift: gift.name }, about: id }
  recordNotification(history, people.creatorId, { kind: 'GIFT', ...about, path: '/studio' }, paidAt)
  recordNotification(history, buyer.id, { kind: 'GIFT_GIVEN', ...about, path: '/gifts' }, paidAt)
  const content = buildGiftInvoiceContent(buyer, purchase)
  const invoice = draftInvoice(
    history,
    { paymentKind: 'GIFT', userId: buyer.id, subjectId: id, content, country: buyer.country },
    paidAt,
  )
  const mail = { totalCents: gift.price, url: `${origin}/gifts`, shopName: settings.shopName }
  recordMail(history, giftPaidMail, buyer.email, { ...mail, isAnonymous, invoiceId: invoice.id }, invoice.at)
  if (isRefunded) refundGiving(history, { id, buyer, payment, invoice, mail }, people.adminId)
}

interface PaidGiving {
  id: string
  buyer: DemoCustomer
  payment: PaymentRecord
  invoice: InvoiceDraft
  mail: { totalCents: number; url: string; shopName: string }
}

/** All of it, as `issueGiftRefund` does. */
function refundGiving(
  history: History,
  { id, buyer, payment, invoice, mail }: PaidGiving,
  adminId: string,
): void {
  const at = nextMorning(invoice.at, history.dice, 2)
  const { amountCents } = payment
  const reason = 'Per ongeluk gegeven'
  const refundId = recordRefund(history, payment, { amountCents, reason }, at)
  recordAudit(
    history,
    adminId,
    { action: 'GIFT_REFUNDED', subjectId: id, details: { refundId, amountCents } },
    at,
  )
  const told = {
    kind: 'GIFT_REFUNDED' as const,
    params: { cents: amountCents },
    about: refundId,
    path: '/gifts',
  }
  recordNotification(history, buyer.id, told, at)
  const creditNote = draftCreditNote(history, invoice, { refundId, amountCents, reason }, at)
  recordMail(history, giftCreditedMail, buyer.email, { ...mail, invoiceId: creditNote.id }, creditNote.at)
}
