import { randomUUIDv7 } from 'node:crypto'
import { createGiftPurchase, lockGift, markGiftPurchasePaid } from '../../live/gifts/giftPurchase.service.ts'
import { gifts } from '../../live/gifts/table.ts'
import type { Tx } from '../../platform/db.ts'
import { reviews } from '../../shop/reviews/table.ts'

/** The gift list of the demo's creator; its pictures are the shop's own product pictures. */
const demoGifts = [
  { slug: 'zijden-kimono-nacht-2', name: 'Een nieuwe kimono', price: 7950 },
  { slug: 'maanlamp-2', name: 'Licht voor mijn studio', price: 3995 },
  { slug: 'geurkaars-gloed-2', name: 'Een geurkaars', price: 1950, isSingle: false },
  { slug: 'boek-langzaam-2', name: 'Een boek voor het slapengaan', price: 2250 },
]
const demoGiftDescriptions = [
  'Zacht, donkerblauw en tot op de grond.',
  'Voor warm licht tijdens een sessie.',
  'Ze branden altijd te snel op.',
  'Liefst iets met een goed einde.',
]

/**
 * Four gifts on the creator's list, the last of which the customer has bought.
 * @returns the purchase, for its invoice
 */
export async function seedGifts(
  tx: Tx,
  { creatorId, giverId }: { creatorId: string; giverId: string },
  at: Date,
  pay: (purchaseId: string, amountCents: number) => Promise<string>,
): Promise<string> {
  const rows = demoGifts.map(({ slug, ...wish }, index) => ({
    ...wish,
    id: randomUUIDv7(),
    ownerId: creatorId,
    description: demoGiftDescriptions[index] ?? '',
    imageUrl: `/media/demo/${slug}/800.webp`,
    position: index + 1,
    createdAt: at,
  }))
  await tx.insert(gifts).values(rows)
  const gift = await lockGift(tx, rows.at(-1)?.id as string, giverId)
  const id = randomUUIDv7()
  const paymentId = await pay(id, gift.price)
  const giving = { id, buyerId: giverId, paymentId, isAnonymous: false, buyerName: null, heldUntil: at }
  await createGiftPurchase(tx, gift, giving, at)
  await markGiftPurchasePaid(tx, id, at)
  return id
}

/** The customer's reviews of two products that they bought, waiting for moderation. */
export async function seedReviews(
  tx: Tx,
  userId: string,
  [first, second]: [string, string],
  createdAt: Date,
): Promise<void> {
  const by = { userId, createdAt }
  await tx.insert(reviews).values([
    { ...by, productId: first, rating: 5, text: 'Mooier dan op de foto, en heel discreet verpakt.' },
    { ...by, productId: second, rating: 4, text: 'Fijn, al had het iets groter gemogen.' },
  ])
}
