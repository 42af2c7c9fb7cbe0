import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { ApiResponse, PageRequest, RenderPage } from '../../wire/ssr.ts'
import { shopFacts } from '../../../tests/support/renderPage.ts'
import { createPageCache } from './pageCache.ts'

/** A page that shows the answer of one call. */
const draw: RenderPage = async ({ transport, url, cookies }) => {
  const response = await transport('/api/price', {})
  const html = `<head></head><script>boot(1)</script><p>${url} ${cookies} ${await response.text()}</p>`
  return { status: url === '/gone' ? 404 : 200, html: Buffer.from(html), isGate: false }
}

const answerOf = (text: string, etag?: string): ApiResponse => ({
  ok: true,
  status: 200,
  statusText: '',
  text: () => Promise.resolve(text),
  ...(etag && { etag }),
})

function setUp(maxBytes?: number) {
  const render = vi.fn<RenderPage>(draw)
  const state = { answer: answerOf('10') }
  const cache = createPageCache(render, maxBytes)
  const pages = (url: string, changes: Partial<PageRequest> = {}, encoding?: 'br' | 'gzip') =>
    cache(
      {
        url,
        cookies: 'gloed_age=kept',
        nonce: 'n',
        viewer: null,
        isSearchEngine: false,
        shop: shopFacts,
        assets: { scripts: [], styles: [], modules: {} },
        transport: () => Promise.resolve(state.answer),
        ...changes,
      },
      encoding,
    )
  const get = async ({ url = '/shop', ...changes }: Partial<PageRequest> = {}) => {
    const page = await pages(url, changes)
    if (!('compressed' in page)) throw new Error('not a stored page')
    return { ...page, text: brotliDecompressSync(page.compressed.brotli).toString() }
  }
  return { render, state, get, pages }
}

test('a page is rendered once, and again as soon as an answer that it shows changes', async () => {
  const { render, state, get } = setUp()
  expect((await get()).text).toContain('<p>/shop gloed_age=kept 10</p>')
  await get()
  expect(render).toHaveBeenCalledTimes(1)
  state.answer = answerOf('12')
  expect((await get()).text).toContain(' 12</p>')
  state.answer = answerOf('12', '"a"')
  await get()
  await get()
  expect(render).toHaveBeenCalledTimes(3)
})

test('another address, theme, or shop is another page', async () => {
  const { render, get } = setUp()
  await get()
  await get({ url: '/shop?page=2' })
  await get({ cookies: 'gloed_age=kept; gloed_theme=dark' })
  await get({ shop: { ...shopFacts, notice: 'Gesloten' } })
  await get({ isSearchEngine: true })
  expect(render).toHaveBeenCalledTimes(5)
})

test('its inline scripts are named by their hash, without a nonce', async () => {
  const { get } = setUp()
  const { scriptHashes, text } = await get()
  expect(text).not.toContain('nonce')
  expect(scriptHashes).toEqual(['2DybWYCpP5bHxOJSoSgyyMeFgTOXm5f6FasJ7cSODcA='])
})

test('an error page, a long address and one with a token are not kept', async () => {
  const { render, pages } = setUp()
  // Its scripts are named all the same.
  for (const url of ['/gone', '/gone'])
    expect(await pages(url)).toMatchObject({ html: expect.any(Buffer), scriptHashes: [expect.any(String)] })
  for (const url of [`/shop?q=${'a'.repeat(200)}`, '/reset-password?token=secret', '/stop/secret']) {
    for (const each of [url, url]) expect(await pages(each)).toHaveProperty('html')
  }
  expect(render).toHaveBeenCalledTimes(8)
})

test('the cache counts pages in their stored form, and the page that was longest not asked for goes first', async () => {
  // Text that compresses to a fraction: as text three of them would not fit.
  const { render, state, get } = setUp(3000)
  state.answer = answerOf('tien euro '.repeat(500))
  const all = ['/shop?page=1', '/shop?page=2', '/shop?page=3']
  for (const url of [...all, ...all]) await get({ url })
  expect(render).toHaveBeenCalledTimes(3)
  for (let page = 4; page <= 20; page += 1) {
    await get({ url: `/shop?page=${page}` })
    await get({ url: '/shop?page=3' })
  }
  expect(render).toHaveBeenCalledTimes(20)
  await get({ url: '/shop?page=1' })
  expect(render).toHaveBeenCalledTimes(21)
})

test('a page is compressed once by gzip too, for a browser that accepts nothing better, and both are counted', async () => {
  const { render, state, pages } = setUp(3000)
  state.answer = answerOf('tien euro '.repeat(500))
  const zipped = async (url: string) => {
    const page = await pages(url, {}, 'gzip')
    return 'compressed' in page ? page.compressed.gzip : undefined
  }
  const first = await zipped('/shop')
  expect(gunzipSync(first ?? '').toString()).toContain('<p>/shop gloed_age=kept tien euro')
  expect(await zipped('/shop')).toBe(first)
  expect(await pages('/shop')).toMatchObject({ compressed: { gzip: first } })
  expect(render).toHaveBeenCalledTimes(1)
  const urls = Array.from({ length: 12 }, (_, page) => `/shop?page=${page}`)
  const madeAgain = async (encoding: 'br' | 'gzip') => {
    for (const url of urls) await pages(url, {}, encoding)
    const before = render.mock.calls.length
    for (const url of urls.toReversed()) await pages(url, {}, encoding)
    return render.mock.calls.length - before
  }
  const withoutGzip = await madeAgain('br')
  expect(await madeAgain('gzip')).toBeGreaterThan(withoutGzip)
})
