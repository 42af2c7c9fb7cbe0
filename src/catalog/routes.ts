import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { listCategories, listProducts, readProduct, searchProducts } from './contract.ts'
import { searchCatalog } from './search.service.ts'
import { listActiveProducts, listAllCategories, readActiveProduct } from './service.ts'

export function catalogRoutes(app: FastifyInstance, { config, db }: Platform): void {
  serve(app, listProducts, () => listActiveProducts(db, config.placeholderRating))
  serve(app, searchProducts, search => searchCatalog(db, search, config.placeholderRating))
  serve(app, readProduct, ({ idOrSlug }) => readActiveProduct(db, idOrSlug, config.placeholderRating))
  serve(app, listCategories, () => listAllCategories(db))
}
