import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { createCachedCatalog } from './cachedCatalog.service.ts'
import { listCategories, listProducts, readProduct, searchProducts } from './contract.ts'

export function catalogRoutes(app: FastifyInstance, { settings, db, now }: Platform): void {
  const catalog = createCachedCatalog(db, now, () => settings.current.placeholderRating)
  serve(app, listProducts, () => catalog.products())
  serve(app, searchProducts, search => catalog.search(search))
  serve(app, readProduct, ({ idOrSlug }) => catalog.product(idOrSlug))
  serve(app, listCategories, () => catalog.categories())
}
