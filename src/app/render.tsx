import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { preinit } from 'react-dom'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type DataStrategyFunction,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
  UNSAFE_defaultMapRouteProperties,
} from 'react-router'
import type { ReactNode } from 'react'
import { userQuery } from '../people/accounts/hooks.ts'
import type { PageAssets, RenderResult, RenderPage, PageRequest } from '../wire/ssr.ts'
import { PageQueryClient } from '../ui/call/pageQueryClient.ts'
import { checkPageAccess, loginPath, type PageHandle, SECURITY_PATH } from '../ui/page/pageAccess.ts'
import { requiresAgeCheck, isAgeGated, selfDeclaration } from '../ui/visitor/ageVerification.ts'
import type { Boot } from '../ui/page/boot.ts'
import { QueryClientContext, createQueryClient } from '../ui/call/queryClient.ts'
import { setApiTransport } from '../ui/call/call.ts'
import { Document } from './Document.tsx'
import earlyCode from '../ui/page/beforePaint.js?inline-code'
import { toPageFailure } from '../ui/page/pageFailure.ts'
import { AgeQuestion, MemberTools } from './pages/Layout.tsx'
import { appRoutes } from './router.tsx'
import { isDiscreet } from '../ui/visitor/discretion.ts'
import { themeFromCookies } from '../ui/theme.ts'

/** Milliseconds after which rendering is aborted; all data is loaded before it starts. */
const RENDER_TIMEOUT_MS = 10_000

const currentRequest = new AsyncLocalStorage<PageRequest>()
// Its routes are rendered as they are (`routerOf`), so they get the additions of `createStaticRouter` to its copy: error pages as elements.
const staticHandler = createStaticHandler(appRoutes, {
  mapRouteProperties: UNSAFE_defaultMapRouteProperties,
})

/** Behind the age gate no API call is made; the browser loads the page after the declaration. */
const skipLoaders: DataStrategyFunction<unknown> = ({ matches }) =>
  Promise.resolve(Object.fromEntries(matches.map(({ route }) => [route.id, { type: 'data', result: null }])))

/**
 * Finds routes in the list that the handler ranked once (`matchRoutes` ranks all of them at each call), and is the base of each page's
 * router (`routerOf`).
 */
const rankRoutes = async () =>
  createStaticRouter(
    staticHandler.dataRoutes,
    (await staticHandler.query(new Request('http://own.invalid/'), {
      dataStrategy: skipLoaders,
    })) as StaticHandlerContext,
  )

type Router = Awaited<ReturnType<typeof rankRoutes>>

setApiTransport((path, init) => {
  const visit = currentRequest.getStore()
  if (!visit) throw new Error(`a call outside of a visit: ${path}`)
  return visit.transport(path, init)
})

/** The parts that the first page waits for. The components are rendered at once, as they are in the browser. */
const prepared = Promise.all([rankRoutes(), AgeQuestion.preload(), MemberTools.preload()])

export const render: RenderPage = async visit => {
  const [ranked] = await prepared
  return currentRequest.run(visit, () => renderRequest(visit, ranked))
}

async function renderRequest(visit: PageRequest, ranked: Router): Promise<RenderResult> {
  const matches = ranked.match(visit.url.replace(/[?#].*$/s, '')) ?? []
  const handles = matches.flatMap(({ route }) => (route.handle as PageHandle | undefined) ?? [])
  const handle = handles.at(-1)
  const isGate = isAgeGated(requiresAgeCheck(visit), handle)
  const modules = isGate
    ? ['src/ui/shell/AgeQuestionPage.tsx']
    : [...handles.map(({ module }) => module), ...(visit.viewer ? ['src/app/pages/MemberTools.tsx'] : [])]
  const admission = checkPageAccess(handle?.access ?? 'open', visit.viewer, visit.shop.storefrontAccess)
  if (admission === 'set-up') return { status: 302, location: SECURITY_PATH }
  if (admission === 'login') return { status: 302, location: loginPath(visit.url) }

  const cache = createQueryClient(undefined, PageQueryClient)
  if (!visit.viewer) cache.setQueryData(userQuery.queryKey, null)
  try {
    const status = admission === 'forbidden' ? 403 : handle?.status
    return await renderPage(visit, cache, {
      ranked,
      status,
      modules,
      isGate,
    })
  } finally {
    // Its timers would keep the data of this request in memory for half an hour.
    cache.clear()
  }
}

interface PageRenderOptions {
  ranked: Router
  /** The status of a page that loads without an error; 200 by default. */
  status: number | undefined
  /** The source files of the page. */
  modules: string[]
  isGate: boolean
}

async function renderPage(
  visit: PageRequest,
  cache: QueryClient,
  { ranked, status, modules, isGate }: PageRenderOptions,
): Promise<RenderResult> {
  const requestContext = new RouterContextProvider(new Map([[QueryClientContext, cache]]))
  const answer = await staticHandler.query(new Request(`http://own.invalid${visit.url}`), {
    requestContext,
    ...(isGate && { dataStrategy: skipLoaders }),
  })
  if (answer instanceof Response) return { status: 302, location: answer.headers.get('location') ?? '/' }
  const errors = answer.errors && mapValues(answer.errors, toPageFailure)
  const boot: Boot = {
    shop: visit.shop,
    theme: themeFromCookies(visit.cookies),
    isDiscreet: isDiscreet(visit.cookies),
    asksAge: requiresAgeCheck(visit),
    queries: dehydrate(cache),
    loaderData: answer.loaderData,
    errors,
  }
  const html = await toHtml(routerOf(ranked, answer), answer, { cache, boot, visit, modules })
  const setCookie = selfDeclaration.renewal(visit.cookies, visit.shop.origin.startsWith('https:'))
  return { status: Object.values(errors ?? {})[0]?.status ?? status ?? 200, html, isGate, setCookie }
}

/**
 * The result of `createStaticRouter` for a page, without its copy of all routes, and with values instead of getters, which would keep
 * the page in memory until V8's next full collection (see `PageQueryClient`).
 */
export const routerOf = (
  ranked: Router,
  { location, matches, loaderData, errors }: StaticHandlerContext,
): Router => ({
  ...ranked,
  routes: staticHandler.dataRoutes,
  // Empty: each match has its route.
  manifest: {},
  state: { ...ranked.state, location, matches, loaderData, errors },
})

function toHtml(
  router: Router,
  context: StaticHandlerContext,
  { cache, boot, visit, modules }: { cache: QueryClient; boot: Boot; visit: PageRequest; modules: string[] },
): Promise<Buffer> {
  const page = (
    <StyleSheets paths={visit.assets.styles}>
      <Document
        cache={cache}
        shop={boot.shop}
        theme={boot.theme}
        isDiscreet={boot.isDiscreet}
        asksAge={boot.asksAge}
      >
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Document>
    </StyleSheets>
  )
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      ...(visit.nonce !== undefined && { nonce: visit.nonce }),
      bootstrapScriptContent: `window.__BOOT__=${JSON.stringify(boot).replaceAll('<', '\\u003c')};${startScript(visit.assets, modules)}`,
      onError: reject,
      onAllReady: () => {
        clearTimeout(timer)
        stream.pipe(new ChunkCollector(chunks => resolve(addToHead(chunks, visit))))
      },
    })
    const timer = setTimeout(
      () => stream.abort(new Error(`rendering ${visit.url} takes too long`)),
      RENDER_TIMEOUT_MS,
    )
  })
}

/**
 * Fetches the page's code once its first picture is on screen: before, it would compete with the page for the network and the processor.
 * Nothing is painted in a tab that is not shown, so there it starts at once.
 */
function startScript({ scripts, modules: filesOf }: PageAssets, modules: string[]): string {
  const files = new Set(modules.flatMap(module => filesOf[module] ?? []))
  // The entry imports them too, and fails when it does not get one.
  const fetchFiles = `${JSON.stringify([...files])}.forEach(file=>import(file).catch(()=>0))`
  const start = `()=>{${fetchFiles};${JSON.stringify(scripts)}.forEach(file=>import(file))}`
  return `{const start=${start};document.hidden?start():requestAnimationFrame(()=>setTimeout(start))}`
}

type Chunk = Uint8Array | string

/** Adds the inline styles, and the script that runs before any button can be pressed. */
function addToHead(chunks: Chunk[], { nonce, assets: { inlineStyles } }: PageRequest): Buffer {
  const style = inlineStyles === undefined ? '' : `<style>${inlineStyles}</style>`
  const script = `<script${nonce === undefined ? '' : ` nonce="${nonce}"`}>${earlyCode}</script>`
  const added = style + script
  const length = chunks.reduce((sum, chunk) => sum + byteLength(chunk), 0)
  // With room for additions: a second buffer would hold the page twice. Not of Node's pool, so that it can be freed.
  const html = Buffer.allocUnsafeSlow(length + byteLength(added))
  let end = 0
  for (const chunk of chunks) end += write(html, chunk, end)
  freeBuffers(chunks)
  const headEnd = html.indexOf('</head>')
  html.copyWithin(headEnd + byteLength(added), headEnd, end)
  write(html, added, headEnd)
  return html
}

const byteLength = (chunk: Chunk): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length

/** @returns how many bytes it took */
function write(html: Buffer, chunk: Chunk, at: number): number {
  if (typeof chunk === 'string') return html.write(chunk, at)
  html.set(chunk, at)
  return chunk.length
}

/** React writes up to this many bytes into a buffer that it does not use again. Larger texts are written as they are. */
const REACT_BUFFER_BYTES = 4096

/** Frees the copied buffers: a page has some twenty buffers of React's, which would wait for the garbage collector. */
function freeBuffers(chunks: Chunk[]): void {
  for (const chunk of chunks) {
    if (typeof chunk === 'string') continue
    const { buffer } = chunk
    if (buffer instanceof ArrayBuffer && buffer.byteLength === REACT_BUFFER_BYTES) buffer.transfer(0)
  }
}

type StyleSheetsProps = { paths: string[]; children: ReactNode }

/** Adds the style sheets to the head. It adds nothing to the tree, because the browser renders without it. */
function StyleSheets({ paths, children }: StyleSheetsProps) {
  for (const path of paths) preinit(path, { as: 'style', precedence: 'default' })
  return children
}

/** Keeps all that is written to it. With a `Writable` of Node's, pages stayed in memory until V8's next full collection; the cause is unknown. */
class ChunkCollector extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true
  readonly #chunks: Chunk[] = []
  readonly #done: (chunks: Chunk[]) => void

  constructor(done: (chunks: Chunk[]) => void) {
    super()
    this.#done = done
  }

  write(chunk: Chunk): boolean {
    this.#chunks.push(chunk)
    return true
  }

  end(): this {
    this.#done(this.#chunks)
    return this
  }

  /** React calls it when writing the page failed, which `onError` has told. */
  destroy(): this {
    return this
  }
}

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
