import { giftPaidMail } from '../../live/gifts/contract.ts'
import { buildGiftInvoiceContent } from '../../live/gifts/rules.ts'
import { giftPurchases, gifts } from '../../live/gifts/table.ts'
import { addMs, DAY, HOUR, hoursBefore, MINUTE } from './calendar.ts'
import list from './content/gifts.json' with { type: 'json' }
import { type History, named } from './history.ts'
import { recordPaid } from './payments.ts'
import type { DemoCustomer } from './people.ts'

/** The gift list of the demo's creator, with pictures of the shop's own products, and the gifts that were given. */
export function addGifts(history: History, people: Map<string, DemoCustomer>): void {
  for (const [index, { slug, given, ...wish }] of list.entries()) {
    const own = { ownerId: history.creatorId, imageUrl: `/media/demo/${slug}/800.webp`, position: index + 1 }
    const gift = history.add(gifts, addMs(history.openedAt, 20 * DAY), { ...wish, ...own })
    for (const { customer, hoursAgo, isAnonymous } of given)
      addGiving(history, gift, named(people, customer), isAnonymous, hoursBefore(history.now, hoursAgo))
  }
}

/** A gift that was paid, with its invoice and mail. */
function addGiving(
  history: History,
  gift: { id: string; name: string; price: number; isSingle: boolean },
  buyer: DemoCustomer,
  isAnonymous: boolean,
  createdAt: Date,
): void {
  const { rows, newId, origin, creatorId } = history
  const { id: wishlistItemId, name: giftName, price: amount, isSingle } = gift
  const paidAt = addMs(createdAt, 2 * MINUTE)
  const id = newId(createdAt)
  const thing = { kind: 'GIFT' as const, subjectId: id, userId: buyer.id, amountCents: amount }
  const content = buildGiftInvoiceContent(buyer, { giftName, amount })
  const { payment, invoice } = recordPaid(history, thing, { createdAt, paidAt }, content, buyer.country)
  const buyerName = isAnonymous ? null : buyer.displayName
  const bought = { wishlistItemId, giftName, amount, isSingle, buyerId: buyer.id, isAnonymous, buyerName }
  const times = { createdAt, paidAt, heldUntil: addMs(createdAt, HOUR / 2) }
  rows.add(giftPurchases, { id, ...bought, paymentId: payment.id, status: 'PAID', ...times })
  const params = { giver: buyerName, gift: giftName }
  history.recordNotification(creatorId, { kind: 'GIFT', params, about: id, path: '/studio' }, paidAt)
  const mail = { totalCents: amount, url: `${origin}/gifts`, isAnonymous, invoiceId: invoice.id }
  history.recordMail(giftPaidMail, buyer.email, mail, invoice.issuedAt)
}
