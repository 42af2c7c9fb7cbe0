import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { listIndexedPaths } from '../../../live/creatorPages/page.service.ts'
import { countSitemaps, listNonEmptyCategoryIds, listSitemapSlugs } from './service.ts'

const XML = 'application/xml; charset=utf-8'

/** robots.txt and, when the shop is public, the sitemaps. */
export function crawlerRoutes(app: FastifyInstance, platform: Platform): void {
  const { settings, staleReads, origin } = platform
  const db = staleReads('sitemap')
  const isPublic = () => settings.current.storefrontAccess === 'public'
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(isPublic() ? robotsTxt(origin()) : 'User-agent: *\nDisallow: /\n'),
  )
  // A shop for members only has no public pages.
  const mustBePublic = () => {
    if (!isPublic()) throw new Problem('NOT_FOUND')
  }
  app.get('/sitemap.xml', async (_, reply) => {
    mustBePublic()
    const numbers = Array.from({ length: await countSitemaps(db) }, (_, index) => index + 1)
    const names = ['pages', ...numbers.map(number => `products-${number}`)]
    const addresses = names.map(name => `${origin()}/sitemap/${name}.xml`)
    return reply.type(XML).send(sitemapXml('sitemapindex', 'sitemap', addresses))
  })
  app.get('/sitemap/pages.xml', async (_, reply) => {
    mustBePublic()
    const chosen = (await listNonEmptyCategoryIds(db)).map(id => `/shop?category=${id}`)
    // Not from a copy that is behind: a creator who hides is left out at once.
    const creators = await listIndexedPaths(platform)
    const addresses = ['/', '/shop', ...chosen, ...creators].map(path => origin() + path)
    return reply.type(XML).send(sitemapXml('urlset', 'url', addresses))
  })
  const path = '/sitemap/products-:number(^[1-9]\\d{0,5}$).xml'
  app.get<{ Params: { number: string } }>(path, async (request, reply) => {
    mustBePublic()
    const slugs = await listSitemapSlugs(db, Number(request.params.number))
    if (slugs.length === 0) throw new Problem('NOT_FOUND')
    const addresses = slugs.map(slug => `${origin()}/shop/${encodeURIComponent(slug)}`)
    return reply.type(XML).send(sitemapXml('urlset', 'url', addresses))
  })
}

/** Personal pages and the API are not crawled. */
const robotsTxt = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /auth
Disallow: /dashboard
Disallow: /orders
Disallow: /order-confirmation/
Disallow: /wishlist
Disallow: /sessions
Disallow: /live
Disallow: /admin

Sitemap: ${origin}/sitemap.xml
`

/** A sitemap or sitemap index, https://www.sitemaps.org/protocol.html. */
const sitemapXml = (root: 'sitemapindex' | 'urlset', entry: 'sitemap' | 'url', addresses: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(address => `<${entry}><loc>${escapeXml(address)}</loc></${entry}>\n`).join('')}</${root}>
`

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
