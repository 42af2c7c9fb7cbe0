import { linkDemoApp } from '../../../simulators/lovense/service.ts'
import { hashPassword } from '../../people/accounts/passwordHash.service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { newPrivateFileKey } from '../../platform/privateFiles.ts'
import { digitalFiles, digitalProducts } from '../../shop/downloads/table.ts'
import { promotions } from '../../shop/promotions/table.ts'
import { demoAccounts } from './accounts.ts'
import { GIFT_CARD_SLUG } from './digitalProducts.ts'
import { makeDemoFiles } from './digitalFiles.ts'
import type { CatalogueProduct } from './history/catalogue.ts'
import { buildDemoShop } from './history/shop.ts'
import { encryptHistory } from './encryptHistory.ts'
import { insertCredit } from './insertCredit.ts'
import { insertHistory } from './insertRows.ts'
import { insertSafety } from './safety.ts'
import { seedVisits } from './visits.ts'

/** None applies by itself: what a visitor of the demo sees costs what it says. */
const welcomePromotion = {
  title: 'Welkom',
  code: 'WELKOM10',
  kind: 'PERCENTAGE' as const,
  percentage: 10,
  firstOrderOnly: true,
}

/** The demo shop with its past, its files and its visitors. */
export async function insertDemo(tx: Tx, platform: Platform): Promise<void> {
  const now = platform.now()
  const shop = buildDemoShop({
    now,
    settings: platform.settings.current,
    origin: platform.origin(),
    passwordHash: await hashPassword(demoAccounts[0]?.password ?? ''),
  })
  await encryptHistory(tx, platform.dataCipher, shop.rows)
  await insertHistory(tx, shop.rows)
  const { toys, ...link } = shop.app
  const appToys = toys.map(({ id, model, name }) => ({ id, name: model, nickName: name }))
  await linkDemoApp(tx, { ...link, toys: appToys }, now)
  await insertDownloads(tx, platform, shop.catalogue)
  await insertSafety(tx, shop.catalogue)
  await tx.insert(promotions).values(welcomePromotion)
  await insertCredit(tx, platform, shop.people)
  await seedVisits(tx, { userId: shop.people.sam.id, orders: shop.rows.orders }, now)
}

/** What digital products deliver: the files of the downloads, stored as an admin's upload is, and gift cards. */
async function insertDownloads(
  tx: Tx,
  { files, now }: Platform,
  catalogue: CatalogueProduct[],
): Promise<void> {
  const at = now()
  const rows: (typeof digitalFiles.$inferInsert)[] = []
  for (const [slug, made] of Object.entries(await makeDemoFiles(at))) {
    const product = catalogue.find(each => each.slug === slug)
    if (!product) throw new Error(`the demo has no product ${slug}`)
    const { id: productId, row } = product
    for (const { name, content } of made) {
      const storageKey = newPrivateFileKey()
      await files.put(storageKey, content)
      const bytes = content.length
      const since = row.createdAt ?? at
      rows.push({ productId, name, bytes, received: bytes, storageKey, readyAt: since, createdAt: since })
    }
  }
  const productIds = [...new Set(rows.map(({ productId }) => productId))]
  const giftCards = catalogue.filter(({ slug }) => slug === GIFT_CARD_SLUG)
  await tx
    .insert(digitalProducts)
    .values([
      ...productIds.map(productId => ({ productId, kind: 'FILES' as const })),
      ...giftCards.map(({ id }) => ({ productId: id, kind: 'GIFT_CARD' as const })),
    ])
  await tx.insert(digitalFiles).values(rows)
}
