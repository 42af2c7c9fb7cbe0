import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { addToWishlist, readWishlist, removeFromWishlist } from './contract.ts'
import { addWishlistItem, createWishlistReader, removeWishlistItem } from './service.ts'

export function wishlistRoutes(app: FastifyInstance, platform: Platform): void {
  const { settings, db, now } = platform
  const isRated = () => settings.current.placeholderRating
  const readItems = createWishlistReader(platform, isRated)
  serve(app, readWishlist, (_, { userId }) => readItems(userId))
  serveWithContext(app, addToWishlist, async ({ productId }, { userId }, visit) => {
    const wish = { userId, productId, createdAt: now() }
    const { item, isNew } = await addWishlistItem(db, wish, isRated())
    if (!isNew) visit.status = 200
    return item
  })
  serve(app, removeFromWishlist, ({ itemId }, { userId }) => removeWishlistItem(db, userId, itemId))
}
