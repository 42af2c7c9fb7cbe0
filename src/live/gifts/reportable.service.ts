import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { pictureEvidence, type ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { isGiftVisible } from './service.ts'
import { giftPurchases, gifts } from './table.ts'

/** The wishes of creators, with their texts. */
export const reportableGifts: ReportableKind = {
  async find({ db, storage }, giftId, viewer) {
    if (!viewer) return null
    const [gift] = await db
      .select({ ...columnsOf(gifts, 'ownerId', 'name', 'description', 'imageUrl'), owner: users.displayName })
      .from(gifts)
      .innerJoin(users, eq(users.id, gifts.ownerId))
      .where(and(eq(gifts.id, giftId), isGiftVisible(viewer.userId)))
    if (!gift) return null
    return {
      ownerId: gift.ownerId,
      path: '/admin/gifts',
      evidence: [
        { label: 'Wens', text: gift.name },
        { label: 'Omschrijving', text: gift.description },
        await pictureEvidence({ storage }, 'Foto', gift.imageUrl),
        { label: 'Van', text: gift.owner },
      ],
    }
  },
  async remove(tx, giftId) {
    const changed = await tx
      .update(gifts)
      .set({ isActive: false })
      .where(and(eq(gifts.id, giftId), eq(gifts.isActive, true)))
      .returning({ id: gifts.id })
    return changed.length > 0
  },
  restore: async (tx, giftId) => {
    await tx.update(gifts).set({ isActive: true }).where(eq(gifts.id, giftId))
  },
}

const NAME = 'Naam bij het cadeau'

/** The names that givers wrote for a creator, who reports them. */
export const reportableGiftPurchases: ReportableKind = {
  async find({ db }, purchaseId, viewer) {
    if (!viewer) return null
    const [given] = await db
      .select(columnsOf(giftPurchases, 'buyerId', 'buyerName', 'giftName', 'createdAt'))
      .from(giftPurchases)
      .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
      .where(
        and(
          eq(giftPurchases.id, purchaseId),
          eq(gifts.ownerId, viewer.userId),
          isNotNull(giftPurchases.buyerName),
        ),
      )
    if (!given) return null
    return {
      ownerId: given.buyerId,
      path: '/admin/gifts',
      evidence: [
        { label: NAME, text: given.buyerName ?? '' },
        { label: 'Cadeau', text: given.giftName },
        { label: 'Gegeven', text: given.createdAt.toISOString() },
      ],
    }
  },
  async remove(tx, purchaseId) {
    const changed = await tx
      .update(giftPurchases)
      .set({ buyerName: null })
      .where(and(eq(giftPurchases.id, purchaseId), isNotNull(giftPurchases.buyerName)))
      .returning({ id: giftPurchases.id })
    return changed.length > 0
  },
  async restore(tx, purchaseId, { evidence }) {
    const buyerName = evidence.find(({ label }) => label === NAME)?.text
    if (buyerName) await tx.update(giftPurchases).set({ buyerName }).where(eq(giftPurchases.id, purchaseId))
  },
}
