import type { Db } from '../../src/platform/db/db.ts'
import { products, stockEntries } from '../../src/shop/products/catalog/table.ts'
import { digitalProducts } from '../../src/shop/downloads/table.ts'
import { promotions } from '../../src/shop/promotions/table.ts'
import type { Random } from './random.ts'

type NewPromotion = typeof promotions.$inferInsert

/** Some promotions that apply by themselves, most of which may be used a few times only; a few of them have a code after all. @returns their codes */
export async function addAutomaticPromotions(
  db: Db,
  random: Random,
  { productIds, now }: { productIds: string[]; now: Date },
): Promise<string[]> {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const few = () => random.pick([1, 1, 2, 3, null])
  const isOften = () => random.chance(0.5)
  const kinds: Omit<NewPromotion, 'title'>[] = [
    {
      kind: 'BUY_X_GET_Y',
      buyQuantity: 1,
      freeQuantity: 1,
      ...(isOften() && { target: 'PRODUCTS', targetIds: productIds.slice(0, 1) }),
    },
    { kind: 'FREE_TRACKING', oncePerCustomer: random.chance(0.2) },
    { kind: 'MINUTES', minutes: random.int(1, 4), oncePerCustomer: isOften() },
    { kind: 'PERCENTAGE', percentage: 5, minimumCents: 1500 },
    { kind: 'AMOUNT', amountCents: 100, firstOrderOnly: true },
    { kind: 'AMOUNT', amountCents: 150, oncePerCustomer: true },
  ]
  const given = kinds
    .filter(() => random.chance(0.6))
    .map((promotion, index): NewPromotion => {
      const begin = random.int(1, 10)
      const isTimed = random.chance(0.3)
      return {
        id: `00000000-0000-7000-8016-${String(index).padStart(12, '0')}`,
        title: promotion.kind,
        code: random.chance(0.2) ? `CODE-${index}` : null,
        maxUses: few(),
        isCombinable: random.chance(0.7),
        ...(isTimed && { startsAt: at(begin), endsAt: at(begin + random.int(5, 60)) }),
        createdAt: now,
        ...promotion,
      }
    })
  if (given.length > 0) await db.insert(promotions).values(given)
  return given.flatMap(({ code }) => code ?? [])
}

/** A product that is sold as gift cards. @returns its id */
export async function addGiftCardProduct(
  db: Db,
  random: Random,
  { categoryId, now }: { categoryId: string; now: Date },
): Promise<string> {
  const id = '00000000-0000-7000-8017-000000000000'
  const stock = random.pick([2, 1000, 1000])
  const product = { id, name: 'Cadeaubon', slug: 'cadeaubon', sku: 'cadeaubon', categoryId, stock }
  await db
    .insert(products)
    .values({ ...product, price: random.pick([500, 1500, 4000]), showShippingOptions: false })
  await db.insert(digitalProducts).values({ productId: id, kind: 'GIFT_CARD' })
  await db
    .insert(stockEntries)
    .values({ productId: id, kind: 'INTAKE', pieces: stock, stockAfter: stock, createdAt: now })
  return id
}
