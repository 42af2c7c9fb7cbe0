import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { buildShopInfo } from '../../money/settings/rules.ts'
import { createHttpServer } from './http.ts'
import { ssrContext } from './ssrContext.ts'
import { createLog } from '../telemetry/log.ts'
import { assetsFromManifest, servePages } from './pages.ts'

const manifest = {
  'src/app/main.tsx': { file: 'assets/main-1.js', css: ['assets/main-1.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js', imports: ['src/app/main.tsx'] },
  'src/app/pages/HomePage.tsx': {
    file: 'assets/home-1.js',
    imports: ['_shared.js', '_card.js'],
    isDynamicEntry: true,
  },
  '_card.js': { file: 'assets/card-1.js' },
}

/** A renderer in the form of the build’s: it returns its input, or acts as the path says. */
const renderer = `
exports.render = async function ({ url, nonce, viewer, isSearchEngine, transport, assets }) {
  if (url === '/broken') throw new Error('a screen broke')
  if (url === '/away') return { status: 302, location: '/auth?next=%2Faway' }
  if (url === '/gate') return { status: 200, html: Buffer.from(String(isSearchEngine)), isGate: true }
  if (url === '/large') return { status: 200, html: globalThis.largePage(), isGate: false }
  if (url === '/held') await globalThis.hold()
  const answer = await transport('/api/echo', { method: 'GET', headers: { accept: 'application/json' } })
  const text = JSON.stringify({ nonce, viewer, assets, status: answer.status, echo: JSON.parse(await answer.text()), long: 'lang '.repeat(400) })
  return { status: url === '/nergens' ? 404 : 200, html: Buffer.from('<!DOCTYPE html>' + text), isGate: false }
}`

let app: FastifyInstance
let buildDir: string

beforeAll(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'gloed-build-'))
  const files = {
    'client/.vite/manifest.json': JSON.stringify(manifest),
    'client/assets/main-1.css': '.ink{}',
    'client/assets/main-1.js': 'start()',
    'client/assets/main-1.js.br': 'brotli',
    'client/robots.txt': 'User-agent: *',
    'server/render.cjs': renderer,
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(buildDir, name)), { recursive: true })
    await writeFile(join(buildDir, name), text)
  }
  app = await createHttpServer({
    config: readConfig({}),
    log: createLog('silent'),
    now: () => new Date(),
    origin: () => 'http://127.0.0.1:1',
    draining: new AbortController().signal,
  })
  app.get('/api/echo', () => ({ viewer: ssrContext.getStore()?.viewer ?? null }))
  await servePages(app, {
    buildDir,
    assetsDir: join(buildDir, 'kept'),
    dev: false,
    shop: () => ({
      ...buildShopInfo(readConfig({}).settings, '1.0', new Date()),
      name: 'Gloed <&>',
      origin: 'https://gloed.example',
      retentionYears: 7,
      demoAccounts: [],
    }),
    identify: request => {
      const cookie = request.cookies['gloed_session']
      request.work.isAdmin = cookie === 'admin'
      return Promise.resolve(cookie ? { userId: 'sam', role: 'USER', sessionId: 's' } : null)
    },
  })
  await app.ready()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(async () => {
  await app.close()
  await rm(buildDir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers, remoteAddress: '192.0.2.7' })
const told = (body: string) => JSON.parse(body.replace('<!DOCTYPE html>', '')) as Record<string, unknown>

test('a member’s page has the nonce that its policy allows; a visitor’s has none', async () => {
  const member = { cookie: 'gloed_session=abc' }
  const { headers, body, statusCode } = await get('/', member)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toContain(`'nonce-${String(told(body)['nonce'])}'`)
  expect(told((await get('/', member)).body)['nonce']).not.toBe(told(body)['nonce'])
  const visitor = await get('/')
  expect(told(visitor.body)['nonce']).toBeUndefined()
  expect(visitor.headers['content-security-policy']).toContain("script-src 'self';")
})

test('a page says how long it took to render, to an admin', async () => {
  const timing = async (cookie: string) =>
    (await get('/', { cookie: `gloed_session=${cookie}` })).headers['server-timing']
  expect(await timing('admin')).toMatch(/^db;dur=0\.0, render;dur=\d+\.\d, total;dur=\d+\.\d$/)
  expect(await timing('abc')).toBeUndefined()
})

test('a visitor’s page brings the style sheet along, and a member’s links to it', async () => {
  const assets = async (headers?: Record<string, string>) => told((await get('/', headers)).body)['assets']
  expect(await assets()).toMatchObject({ styles: [], inlineStyles: '.ink{}' })
  expect(await assets({ cookie: 'gloed_session=abc' })).toMatchObject({ styles: ['/assets/main-1.css'] })
})

test('its API calls are made as the visitor, without authenticating again', async () => {
  const { body, headers } = await get('/', { cookie: 'gloed_session=abc' })
  expect(told(body)).toMatchObject({
    viewer: { role: 'USER' },
    status: 200,
    echo: { viewer: { userId: 'sam', role: 'USER', sessionId: 's' } },
  })
  expect(headers['cache-control']).toBe('private, no-store')
  expect((await get('/')).headers['cache-control']).toBe('private, no-cache')
})

test('the page of a stop link, whose address is a secret, is kept nowhere and named to nobody', async () => {
  for (const url of ['/stop/secret', '/Stop/secret?from=card'])
    expect((await get(url)).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
  expect((await get('/stoppen')).headers).toMatchObject({ 'referrer-policy': 'same-origin' })
})

test('the page of a stop link opens although its address has used up its calls', async () => {
  const statusOf = async (url: string) =>
    (await app.inject({ url, remoteAddress: '203.0.113.7', headers: { host: '127.0.0.1:1' } })).statusCode
  for (let call = 0; call < 600; call += 1) await statusOf('/api/echo')
  expect(await statusOf('/api/echo')).toBe(429)
  expect(await statusOf('/')).toBe(429)
  expect(await statusOf('/stop/secret')).toBe(200)
})

test('a kept page is the same text for a browser that takes Brotli, gzip or neither', async () => {
  const plain = await get('/')
  expect(plain.headers).toMatchObject({ vary: 'cookie, user-agent, accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(brotli.rawPayload.length),
    vary: 'cookie, user-agent, accept-encoding',
  })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  const zipped = await get('/', { 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
})

test('HEAD answers with the length of the page and no body', async () => {
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/' })
  expect(statusCode).toBe(200)
  expect(Number(headers['content-length'])).toBeGreaterThan(0)
  expect(body).toBe('')
})

test('the status and the redirect come from the renderer', async () => {
  expect((await get('/nergens')).statusCode).toBe(404)
  expect(await get('/away')).toMatchObject({
    statusCode: 302,
    headers: { location: '/auth?next=%2Faway' },
  })
})

test('the age gate is not cached or indexed, and the renderer gets whether a search engine asks', async () => {
  const { headers, body } = await get('/gate', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' })
  expect(body).toBe('false')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['vary']).toBe('cookie, user-agent')
  const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  expect((await get('/gate', { 'user-agent': agent })).body).toBe('true')
})

test('a page that throws is a 500 with an error page', async () => {
  const { statusCode, body, headers } = await get('/broken')
  expect(statusCode).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('Er ging iets mis bij ons')
  expect(body).toContain(`Foutcode ${String(headers['x-request-id'])}`)
  expect(body).toContain('Gloed &#60;&#38;&#62;')
  expect(body).not.toContain('a screen broke')
})

test('hashed files are cached for a year and compressed', async () => {
  const { headers, body } = await get('/assets/main-1.js', { 'accept-encoding': 'br' })
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
  })
  expect(body).toBe('brotli')
  expect((await get('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
})

test('a missing file is a 404 without a page, and the manifest is not served', async () => {
  const missing = await get('/assets/old-0.js')
  expect(missing.statusCode).toBe(404)
  expect(missing.headers['content-type']).not.toContain('html')
  expect((await get('/.vite/manifest.json')).headers['content-type']).toContain('html')
})

test('the manifest gives the browser’s entry and the further modules of a page', () => {
  expect(assetsFromManifest(manifest)).toEqual({
    scripts: ['/assets/main-1.js'],
    styles: ['/assets/main-1.css'],
    modules: {
      'src/app/pages/HomePage.tsx': ['/assets/shared-1.js', '/assets/home-1.js', '/assets/card-1.js'],
    },
  })
  expect(() => assetsFromManifest({})).toThrow('src/app/main.tsx')
})

test('a member’s page arrives whole, and is freed when it was sent', async () => {
  const made: Buffer[] = []
  vi.stubGlobal('largePage', () => {
    // More than the system takes at once.
    const html = Buffer.allocUnsafeSlow(8 * 1024 * 1024).fill(`${made.length + 1}<p>`)
    made.push(html)
    return html
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/large`
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { cookie: 'gloed_session=abc', 'accept-encoding': encoding }
    const text = await (await fetch(url, { headers })).text()
    expect(text.length).toBe(8 * 1024 * 1024)
    expect(text.startsWith(`${made.length}<p>${made.length}<p>`)).toBe(true)
  }
  await expect.poll(() => made.map(html => html.buffer.byteLength)).toEqual([0, 0, 0])
})

test('six pages are made at a time', async () => {
  let held = 0
  const release = Promise.withResolvers<undefined>()
  vi.stubGlobal('hold', () => ((held += 1), release.promise))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const pages = Array.from({ length: 9 }, () => get('/held', { cookie: 'gloed_session=abc' }))
  // Without the time that passes when Vitest waits: a page that takes long no longer counts.
  for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
  expect(held).toBe(6)
  release.resolve(undefined)
  expect((await Promise.all(pages)).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  expect(held).toBe(9)
})
