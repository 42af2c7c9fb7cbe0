import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { createCachedCatalog } from './cachedCatalog.service.ts'
import { listCategories, listProducts, readProduct, searchProducts } from './contract.ts'
import { downloadManual } from '../safety/contract.ts'
import { openManual } from '../safety/manual.service.ts'
import { findSynonyms } from './service.ts'

export function catalogRoutes(app: FastifyInstance, platform: Platform): void {
  const { settings, content, db, storage } = platform
  const catalog = createCachedCatalog(
    platform,
    () => settings.current.placeholderRating,
    q => findSynonyms(content, q),
  )
  serve(app, listProducts, () => catalog.products())
  serve(app, searchProducts, search => catalog.search(search))
  serve(app, readProduct, ({ idOrSlug }) => catalog.product(idOrSlug))
  serve(app, listCategories, () => catalog.categories())
  serveWithContext(app, downloadManual, async ({ manualId }, _, { reply }) => {
    const { filename, bytes, content } = await openManual({ db, storage }, manualId)
    await reply
      .type('application/pdf')
      .headers({
        'content-length': bytes,
        'content-disposition': `attachment; filename="${filename}"`,
        // Whoever opens it all the same: it runs nothing, and has no origin.
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=3600',
      })
      .send(content)
    return null
  })
}
