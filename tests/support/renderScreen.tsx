import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { configure, screen } from '@testing-library/dom'
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event'
import type { DetachedWindowAPI } from 'happy-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { fetch, FormData as UndiciFormData } from 'undici'
import { afterEach } from 'vitest'
import { Document } from '../../src/app/Document.tsx'
import { MemberTools } from '../../src/app/pages/Layout.tsx'
import { appRoutes } from '../../src/app/router.tsx'
import { handleLostSession } from '../../src/people/accounts/hooks.ts'
import { setApiTransport } from '../../src/ui/call/call.ts'
import { createQueryClient, QueryClientContext } from '../../src/ui/call/queryClient.ts'
import { closeToast } from '../../src/ui/dialogs/toast.ts'
import type { ApiResponse, ShopInfo } from '../../src/wire/ssr.ts'
import { SCREEN_FOLDER } from './screenFolder.ts'

configure({
  // On a busy machine a page takes seconds to load.
  asyncUtilTimeout: 20_000,
  // The page as text; its markup would be thousands of lines.
  getElementError: message => new Error(`${message?.split('\n')[0]}\nThe page: ${document.body.textContent}`),
})

// happy-dom lacks both, without which react-hook-form takes the first option of a new field for the choice of a user.
Object.defineProperty(HTMLOptionElement.prototype, 'defaultSelected', {
  configurable: true,
  get(this: HTMLOptionElement) {
    return this.hasAttribute('selected')
  },
})
Object.defineProperty(HTMLSelectElement.prototype, 'size', { configurable: true, value: 0 })

// A socket never opens here: pages poll.
globalThis.WebSocket = class extends EventTarget {
  readyState = WebSocket.CONNECTING
  send() {}
  close() {}
} as never

// The thread would end before the answer.
navigator.sendBeacon = () => true
// A popover is always open here.
HTMLElement.prototype.hidePopover = () => undefined

/** A browser at the shop of this thread, with a cookie jar. */
export interface Visitor {
  /** @param data a form, or anything else as JSON @returns the body of the answer @throws when the status is not below 400 */
  send: <T = unknown>(
    method: string,
    path: string,
    data?: object,
    headers?: Record<string, string>,
  ) => Promise<T>
  /** Opens a page, in place of the one before. */
  open: (path: string) => Promise<UserEvent>
  /** Handles the calls of this visitor's pages from now on, as a network or a server that fails does; none for the shop alone. */
  intercept: (handle?: CallHandler) => void
}

export interface PageCall {
  method: string
  path: string
  body: string
}
/** @param goOn lets the shop answer @returns the answer to the page */
export type CallHandler = (call: PageCall, goOn: () => Promise<ApiResponse>) => Promise<ApiResponse>

/** For `intercept`: an answer that is not the shop's. */
export const answers = (status: number, text: string): Promise<Response> =>
  Promise.resolve(new Response(text, { status }))

let opening: Promise<{ shop: ShopInfo; worker: Worker }> | undefined

/** The shop with the small demo, opened once a thread, on a thread of its own: this one has the globals of a browser. */
async function openScreenShop(): Promise<{ shop: ShopInfo; worker: Worker }> {
  const file = (name: string) => new URL(name, `file://${import.meta.dirname}/`)
  const worker = new Worker(file('screenShop.ts'), {
    execArgv: ['--import', file('sourceImports.ts').href],
    env: { ...process.env, TMPDIR: process.env[SCREEN_FOLDER] },
    stdout: true,
  })
  worker.unref()
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error as Error))
  const told = once(worker, 'message').then(([shop]) => ({ shop: shop as ShopInfo, worker }))
  return Promise.race([told, failed])
}

/** The facts about the shop as they are now. */
async function readShop(worker: Worker): Promise<ShopInfo> {
  const told = once(worker, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  worker.postMessage('facts')
  return (await told)[0] as ShopInfo
}

/** The form as one of undici, which sends no other; it takes the files of a page. */
function toUndiciForm(form: FormData): UndiciFormData {
  const copy = new UndiciFormData()
  for (const [name, value] of form) copy.append(name, value)
  return copy
}

const demoPassword = 'gloed-demo-2026'

/** @param email of an account of the demo, or of one made by `POST /api/register`; none for a visitor without one */
export async function visitShop(email?: string, password = demoPassword): Promise<Visitor> {
  const { shop, worker } = await (opening ??= openScreenShop())
  const jar = new Map<string, string>()
  const request = async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    const cookie = [...jar].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(new URL(path, shop.origin), {
      method,
      headers: { ...(headers as Record<string, string>), cookie },
      body: body instanceof FormData ? toUndiciForm(body) : ((body ?? null) as string | null),
      redirect: 'manual',
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2)
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return answer
  }
  const send: Visitor['send'] = async (method, path, data, more) => {
    const isForm = data instanceof URLSearchParams
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const body = isForm ? String(data) : JSON.stringify(data)
    const headers = { ...(data && { 'content-type': type }), ...more }
    const answer = await request(path, { method, headers, ...(data && { body }) })
    const text = await answer.text()
    const next = answer.headers.get('location')
    if (next !== null && answer.status === 303) return send('GET', next)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as never
  }
  if (email !== undefined) await send('POST', '/api/login', { email, password })
  let handler: CallHandler | undefined
  return {
    send,
    async open(path) {
      setApiTransport((target, init) => {
        const body = typeof init.body === 'string' ? init.body : ''
        const call = { method: init.method ?? 'GET', path: target, body }
        const goOn = () => request(target, init)
        return handler ? handler(call, goOn) : goOn()
      })
      return openPage(await readShop(worker), path, jar)
    },
    intercept: handle => void (handler = handle),
  }
}

/** An upload with progress does not go through the transport, but with the cookies of the page. */
function setUploadCookies(jar: Map<string, string>): void {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; max-age=0; path=/`
  for (const [name, value] of jar) document.cookie = `${name}=${value}; path=/`
}

/** A router takes the loaders of lazy parts from its routes, which the next router would miss. */
const copyRoutes = (routes: RouteObject[]): RouteObject[] =>
  routes.map(({ lazy, children, ...route }) => ({
    ...route,
    ...(lazy && { lazy: { ...lazy } }),
    ...(children && { children: copyRoutes(children) }),
  })) as RouteObject[]

let closePage: () => void = () => undefined
afterEach(() => closePage())

async function openPage(shop: ShopInfo, path: string, jar: Map<string, string>): Promise<UserEvent> {
  closePage()
  closeToast()
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(new URL(path, shop.origin).href)
  setUploadCookies(jar)
  happyDOM.setViewport({ width: 1440, height: 900 })
  localStorage.setItem('cookie-consent', 'true')
  localStorage.setItem('cookie-preferences', '{"necessary":true,"analytics":false,"functional":false}')
  await MemberTools.preload()
  const cache = createQueryClient(() => handleLostSession(cache))
  const router = createBrowserRouter(copyRoutes(appRoutes), {
    getContext: () => new RouterContextProvider(new Map([[QueryClientContext, cache]])),
  })
  // Rendered with its data, as the first page of a browser is.
  await new Promise<void>(resolve => {
    const stop = router.subscribe(({ initialized }) => initialized && resolve())
    if (router.state.initialized) resolve()
    closePage = stop
  })
  closePage()
  const root = createRoot(document)
  root.render(
    <Document cache={cache} shop={shop} theme={null} isDiscreet={false} asksAge={false}>
      <RouterProvider router={router} />
    </Document>,
  )
  closePage = () => {
    root.unmount()
    router.dispose()
    cache.clear()
    closePage = () => undefined
  }
  await screen.findByRole('main')
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}
