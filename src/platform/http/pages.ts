import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, payloadOf } from './compression.ts'
import { escapeHtml } from '../mail/emailRenderer.ts'
import { toProblem } from './http.ts'
import { serveInstallable } from './installable.ts'
import { serveKeptAssets } from './keptAssets.ts'
import { limitConcurrency } from '../jobs/limitConcurrency.ts'
import { createPageCache } from './pageCache.ts'
import { hasSecretPath, setScriptHashes } from './securityHeaders.ts'
import { ssrContext } from './ssrContext.ts'
import type { AuthenticatedUser } from './session.ts'
import type { PageAssets, PageRequest, RenderPage, ShopInfo, ApiTransport } from '../../wire/ssr.ts'
import { isbot } from 'isbot'

export interface PagesOptions {
  /** Holds the build: `client` and `server`. Not read in development. */
  buildDir: string
  /** Keeps the assets of all builds of the last week. */
  assetsDir: string
  /** Vite compiles each file on request, and the browser reloads changes. */
  dev: boolean
  /** Called for each request, because the origin is known only once the server listens. */
  shop: () => ShopInfo
  /** The user of a request; `null` without a session. */
  identify: (request: FastifyRequest) => Promise<AuthenticatedUser | null>
}

interface Renderer {
  assets: PageAssets
  assetsForVisitor: PageAssets
  render: RenderPage
  /** The same for visitors without a session. */
  renderForVisitor: ReturnType<typeof createPageCache>
}

/**
 * Pages that are made at a time. A page is some 4 ms of the processor's work and waits for a few statements, so more are not made faster; and each
 * holds some hundreds of kilobytes, which with many at a time would outlive the collections of new objects.
 */
const PAGES_AT_ONCE = 6

const YEAR_SECONDS = 365 * 24 * 60 * 60
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`

/** Serves the pages and their files at every path that no other route matches. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  serveInstallable(app, () => options.shop().name)
  const renderer = options.dev ? await rendererFromVite(app) : await rendererFromBuild(app, options)
  app.get('/*', async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('vary', 'cookie, user-agent')
    try {
      return await respondWithPage(await renderer(), request, reply, options)
    } catch (error) {
      request.log.error({ err: error, reqId: request.id }, 'page failed')
      return reply
        .code(Math.max(500, toProblem(error).status))
        .header('cache-control', 'no-store')
        .send(fallbackErrorPage(options.shop().name, request.id))
    }
  })
}

async function respondWithPage(
  { assets, assetsForVisitor, render, renderForVisitor }: Renderer,
  request: FastifyRequest,
  reply: FastifyReply,
  { shop, identify }: PagesOptions,
) {
  const viewer = await identify(request)
  const shopInfo = shop()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const start = performance.now()
  const pageRequest: PageRequest = {
    url: request.url,
    cookies: pageCookies(request.headers.cookie),
    nonce: reply.scriptNonce,
    viewer,
    isSearchEngine: isSearchEngineBot(request.headers['user-agent']),
    shop: shopInfo,
    assets: viewer ? assets : assetsForVisitor,
    transport: inProcessTransport(request, viewer),
  }
  const page = viewer ? await render(pageRequest) : await renderForVisitor(pageRequest, encoding)
  request.work.renderMs = performance.now() - start
  const isGate = 'isGate' in page && page.isGate
  // A cache must not show a member's page after logout, nor the age question once it was answered, nor keep the address of a secret.
  const isKept = !viewer && !isGate && !hasSecretPath(request.url)
  reply.header('cache-control', isKept ? 'private, no-cache' : 'private, no-store')
  // Search engines must not index a shop for members, not even pages that are linked elsewhere.
  if (shopInfo.storefrontAccess === 'members' || isGate) reply.header('x-robots-tag', 'noindex')
  if ('location' in page) return reply.redirect(page.location, page.status)
  if (page.setCookie) reply.header('set-cookie', page.setCookie)
  if ('scriptHashes' in page) setScriptHashes(reply, request.url, page.scriptHashes)
  const body = 'html' in page ? page.html : await payloadOf(page.compressed, encoding, reply)
  if (!reply.hasHeader('content-encoding')) reply.raw.once('finish', () => freeBytes(body))
  return reply.code(page.status).send(body)
}

/** Frees a page that was sent. The objects of its request may be old ones by then, which keep it until V8's next full collection. */
function freeBytes({ buffer, length }: Buffer): void {
  // A larger one is Node's pool. A page that was decompressed has a byte to spare.
  if (buffer instanceof ArrayBuffer && buffer.byteLength <= length + 1) buffer.transfer(0)
}

/** The cookies that pages look at; the others do not make a page another one. */
const pageCookies = (header: string | undefined): string | undefined =>
  header
    ?.split(/;\s*/)
    .filter(pair => /^(?:__Host-)?gloed_(?:age|theme|discreet)=/.test(pair))
    .sort()
    .join('; ')

/** Calls the API in this process, as the visitor. */
function inProcessTransport({ server }: FastifyRequest, viewer: AuthenticatedUser | null): ApiTransport {
  return async (path, init) => {
    const local = server.localCalls.call(path, viewer)
    if (local) return local
    const headers = init.headers as Record<string, string>
    const { statusCode, statusMessage, body } = await ssrContext.run({ viewer }, async () => {
      // Awaited inside the context, because an injected request starts only when it is awaited.
      return await server.inject({ method: 'GET', url: path, headers })
    })
    return {
      ok: statusCode < 300,
      status: statusCode,
      statusText: statusMessage,
      text: () => Promise.resolve(body),
    }
  }
}

/** The renderer's code is a tenth of a start: it is read once the node is ready, in milliseconds, or for the first page before then. */
const RENDERER_DELAY_MS = 200

async function rendererFromBuild(
  app: FastifyInstance,
  { buildDir, assetsDir }: PagesOptions,
): Promise<() => Promise<Renderer>> {
  const client = join(buildDir, 'client')
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**'],
    index: false,
    decorateReply: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: reply => reply.header('cache-control', 'public, max-age=3600'),
  })
  // Their names contain a hash of their content.
  await serveKeptAssets(app, {
    buildAssets: join(client, 'assets'),
    folder: assetsDir,
    cacheControl: IMMUTABLE,
  })
  let renderer: Promise<Renderer> | undefined
  const load = () => (renderer ??= loadRenderer(client, buildDir))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', done => {
    // Its failure is not caught: a node that can't make pages ends.
    timer = setTimeout(() => void load(), RENDERER_DELAY_MS)
    done()
  })
  app.addHook('onClose', () => clearTimeout(timer))
  return load
}

async function loadRenderer(client: string, buildDir: string): Promise<Renderer> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const built = createRequire(import.meta.url)(join(buildDir, 'server/render.cjs')) as { render: RenderPage }
  const render = limitConcurrency(PAGES_AT_ONCE, built.render)
  const assets = assetsFromManifest(manifest)
  return {
    assets,
    assetsForVisitor: await withInlineStyles(assets, client),
    render,
    renderForVisitor: createPageCache(render),
  }
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const entry = 'src/app/main.tsx'

/** Reads Vite's manifest: the entry's files, and those that each page needs besides. */
export function assetsFromManifest(manifest: Manifest): PageAssets {
  const main = manifest[entry]
  if (!main) throw new Error(`the build has no ${entry}`)
  const chunks = chunksOf(manifest, entry)
  const shared = chunks.map(({ file }) => file)
  const pages = Object.keys(manifest).filter(name => manifest[name]?.isDynamicEntry)
  const modules = pages.map(name => {
    const own = chunksOf(manifest, name).map(({ file }) => file)
    const files = [...shared, ...own].filter(file => file !== main.file)
    return [name, [...new Set(files)].map(file => `/${file}`)] as const
  })
  return {
    scripts: [`/${main.file}`],
    styles: chunks.flatMap(({ css = [] }) => css).map(file => `/${file}`),
    modules: Object.fromEntries(modules),
  }
}

/** A visitor's page is compressed once and brings the style sheet along; members' pages share it in the browser's cache. */
async function withInlineStyles(assets: PageAssets, client: string): Promise<PageAssets> {
  const texts = await Promise.all(assets.styles.map(path => readFile(join(client, path), 'utf8')))
  return { ...assets, styles: [], inlineStyles: texts.join('') }
}

/** The chunk of a module, and those of everything that it imports. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<Chunk>()): Chunk[] {
  const chunk = manifest[name]
  if (chunk && !seen.has(chunk)) {
    seen.add(chunk)
    for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen)
  }
  return [...seen]
}

async function rendererFromVite(app: FastifyInstance): Promise<() => Promise<Renderer>> {
  const { createServer } = await import('vite')
  // Vite's own, by which the browser reloads.
  app.socketPaths.add('/')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  const assets = {
    scripts: ['/@vite/client', `/${entry}`],
    styles: ['/src/ui/theme.css'],
    modules: {},
  }
  return async () => {
    const { render } = (await vite.ssrLoadModule('/src/app/render.tsx')) as { render: RenderPage }
    return { assets, assetsForVisitor: assets, render, renderForVisitor: render }
  }
}

/** The page for when rendering fails; needs no script and no style sheet. */
const fallbackErrorPage = (shop: string, requestId: string) => `<!DOCTYPE html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Er ging iets mis</title>
<body style="font: 1.125rem/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem">
<h1>Er ging iets mis bij ons</h1>
<p>De pagina kon niet worden gemaakt. Probeer het straks opnieuw.</p>
<p><a href="/">Naar de startpagina van ${escapeHtml(shop)}</a></p>
<p><small>Foutcode ${requestId}</small></p>
`

/** Search engines by which people find shops. */
const engines = /google|bing|duckduck|applebot|yandex|baidu|yahoo|qwant|ecosia|seznam|mojeek/i

/**
 * Whether the user agent is a search engine's crawler. An engine's own app or browser is not, nor a bot that previews links in
 * chats or collects texts.
 */
export const isSearchEngineBot = (userAgent: string | undefined): boolean =>
  isbot(userAgent) && engines.test(userAgent ?? '')
