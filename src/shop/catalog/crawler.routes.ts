import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { countSitemaps, listNonEmptyCategoryIds, listSitemapSlugs } from './sitemap.service.ts'

const XML = 'application/xml; charset=utf-8'

/** robots.txt and, when the shop is public, the sitemaps. */
export function crawlerRoutes(app: FastifyInstance, { settings, db, origin }: Platform): void {
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
    return reply.type(XML).send(
      sitemapXml(
        'sitemapindex',
        'sitemap',
        names.map(name => `${origin()}/sitemap/${name}.xml`),
      ),
    )
  })
  app.get('/sitemap/pages.xml', async (_, reply) => {
    mustBePublic()
    const chosen = (await listNonEmptyCategoryIds(db)).map(id => `/shop?category=${id}`)
    return reply.type(XML).send(
      sitemapXml(
        'urlset',
        'url',
        ['/', '/shop', ...chosen].map(path => origin() + path),
      ),
    )
  })
  app.get<{ Params: { number: string } }>(
    '/sitemap/products-:number(^[1-9]\\d{0,5}$).xml',
    async (request, reply) => {
      mustBePublic()
      const slugs = await listSitemapSlugs(db, Number(request.params.number))
      if (slugs.length === 0) throw new Problem('NOT_FOUND')
      return reply.type(XML).send(
        sitemapXml(
          'urlset',
          'url',
          slugs.map(slug => `${origin()}/shop/${encodeURIComponent(slug)}`),
        ),
      )
    },
  )
}

/** Personal pages and the API are not crawled. */
const robotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    ...[
      '/api/',
      '/auth',
      '/dashboard',
      '/orders',
      '/order-confirmation/',
      '/wishlist',
      '/sessions',
      '/live',
      '/admin',
    ].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

/** A sitemap or sitemap index, https://www.sitemaps.org/protocol.html. */
const sitemapXml = (root: 'sitemapindex' | 'urlset', entry: 'sitemap' | 'url', addresses: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map(address => `<${entry}><loc>${escapeXml(address)}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n')

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
