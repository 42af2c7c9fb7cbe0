import { type Page, request } from '@playwright/test'
import type { Toy } from '../../src/live/toys/contract.ts'
import { notificationActions } from '../../src/people/notifications/delivery.rules.ts'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { demoCustomer } from '../support/e2eLive.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'
import { startServer } from '../support/server.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE = 'Deze pagina opent vanzelf zodra je weer verbinding hebt.'

const untilWorkerRuns = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise(next => active?.addEventListener('statechange', next, { once: true }))
  })

test('the shop can be installed under its own name, and says nothing else', phoneOnly, async ({ page }) => {
  await page.goto('/auth')
  const path = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(path ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Gloed', display: 'standalone', start_url: '/', lang: 'nl' })
  expect(manifest).not.toHaveProperty('description')
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size).toBe(sizes)
  }
  const icon = await page.request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  const bytes = await icon.body()
  expect([...bytes.subarray(0, 4)], 'an ICO').toEqual([0, 0, 1, 0])
  expect(bytes.length).toBeLessThan(5000)
  const session = await page.context().newCDPSession(page)
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
})

test(
  'without a connection a page of the house stands in, and gives way by itself',
  phoneOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/dashboard')
    await untilWorkerRuns(page)
    await context.setOffline(true)
    await page.goto('/orders')
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Mijn Bestellingen', level: 1 })).toBeVisible()
    // Nothing of the user is stored: that page alone.
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(stored).toEqual(['/offline'])
  },
)

test(
  'the buttons of a push message refuse a session and stop the toys, while no page is used',
  desktopOnly,
  async ({ page, context, baseURL }) => {
    const customer = await request.newContext({ ...(baseURL && { baseURL }) })
    const post = async (path: string, data: object) => {
      const answer = await customer.post(path, { data })
      expect(answer.ok()).toBe(true)
      return (await answer.json()) as { session: { id: string } }
    }
    await post('/api/login', demoCustomer)
    // Just after the start of a shop with older data, the app of the toy has not reported yet.
    const findToy = async () => ((await (await customer.get('/api/toys')).json()) as Toy[])[0]
    await expect.poll(async () => (await findToy())?.status).toBe('ONLINE')
    const { session } = await post('/api/toy-control/start', { toyDeviceId: (await findToy())?.id })

    const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
    expect((await page.request.post('/api/login', { data: creator })).ok()).toBe(true)
    await page.goto('/dashboard')
    await untilWorkerRuns(page)
    const actions = notificationActions('PLAYER_STARTING', session.id, { age: 0, countdown: 30 })
    const message = {
      title: 'Gloed',
      body: 'Er wil iemand beginnen.',
      path: '/studio',
      tag: 'start',
      actions,
    }
    const [worker] = context.serviceWorkers()
    expect(await worker?.evaluate(pressLastButton, message)).toEqual(['Weiger', 'Stop alles'])
    const stopped = async () => (await (await customer.get('/api/toy-control/session')).json()) as object
    await expect.poll(stopped).toMatchObject({ status: 'STOPPED', stopReason: 'STOPPED_BY_CREATOR' })
    // Nothing failed: no page had to be opened.
    expect(context.pages()).toHaveLength(1)
    await customer.dispose()
  },
)

/**
 * Runs in the service worker: a push message arrives, and the last of its buttons is pressed. The browser of these tests shows no notifications.
 * @returns the titles of the buttons
 */
async function pressLastButton(message: object): Promise<string[]> {
  const worker = globalThis as unknown as WorkerGlobals
  const work: Promise<unknown>[] = []
  // Events that the browser did not send itself may not ask it to wait.
  worker.ExtendableEvent.prototype.waitUntil = promise => void work.push(promise)
  const shown: NotificationOptions[] = []
  worker.registration.showNotification = (_title, options) => Promise.resolve(void shown.push(options))
  worker.dispatchEvent(new worker.PushEvent('push', { data: JSON.stringify(message) }))
  await Promise.all(work)
  const [{ data, actions }] = shown as [NotificationOptions]
  const pressed = { notification: { data, close: () => {} }, action: actions.at(-1)?.action }
  worker.dispatchEvent(Object.assign(new worker.ExtendableEvent('notificationclick'), pressed))
  await Promise.all(work)
  return actions.map(({ title }) => title)
}

interface NotificationOptions {
  data: object
  actions: { action: string; title: string }[]
}

/** The members that the types of a page lack. */
interface WorkerGlobals {
  ExtendableEvent: {
    new (type: string): Event
    prototype: { waitUntil(promise: Promise<unknown>): void }
  }
  PushEvent: new (type: string, options: object) => Event
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  dispatchEvent(event: Event): boolean
}

test('no page makes a request to another origin', desktopOnly, async ({ page }, { project }) => {
  const elsewhere: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
      elsewhere.push(request.url())
  })
  await page.goto('/auth')
  await signUpCustomer(page, project.name)
  const { id } = ((await (await page.request.get('/api/products')).json()) as { id: string }[])[0] ?? {
    id: '',
  }
  for (const path of [
    '/',
    '/shop',
    `/shop/${id}`,
    '/live',
    '/dashboard',
    '/profile',
    '/messages',
    '/orders',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(elsewhere).toEqual([])
})

/** Notes the reasons that keep a page out of the browser's back/forward cache. The headless browser of these tests has none itself. */
const watchObstacles = (page: Page) =>
  page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { obstacles: found })
    // Called with `this` below.
    // oxlint-disable-next-line typescript/unbound-method
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...args: Parameters<typeof listen>
    ) {
      if (['unload', 'beforeunload'].includes(args[0])) found.push(args[0])
      listen.apply(this, args)
    }
    for (const name of ['WebSocket', 'BroadcastChannel', 'EventSource'] as const) {
      const Original = window[name]
      Object.assign(window, {
        [name]: new Proxy(Original, {
          construct: (target, given) => (found.push(name), Reflect.construct(target, given)),
        }),
      })
    }
  })

test(
  'a visitor’s pages can be restored by going back, and a member’s are gone with the sign-out',
  desktopOnly,
  async ({ page, context }, { project }) => {
    const shop = await startServer({ env: { STOREFRONT_ACCESS: 'public', RATE_LIMIT_FACTOR: '100' } })
    try {
      await watchObstacles(page)
      for (const path of ['/', '/shop', '/faq', '/auth']) {
        const response = await page.goto(shop.origin + path)
        await page.waitForLoadState('networkidle')
        expect(response?.headers()['cache-control'], path).toBe('private, no-cache')
        expect(await page.evaluate('obstacles'), path).toEqual([])
      }
      const request = context.request
      const email = `terug-${project.name}@gloed.test`
      const account = { email, password: 'een lang wachtwoord', displayName: 'Robin' }
      expect((await request.post(`${shop.origin}/api/register`, { data: account })).status()).toBe(201)
      const response = await page.goto(`${shop.origin}/dashboard`)
      expect(response?.headers()['cache-control']).toBe('private, no-store')
      await page.getByRole('button', { name: /^Account van/ }).click()
      await page.getByRole('button', { name: 'Uitloggen' }).click()
      await expect(page).toHaveURL(`${shop.origin}/auth`)
      await page.goBack()
      await expect(page).toHaveURL(`${shop.origin}/auth?next=%2Fdashboard`)
      await expect(page.getByRole('button', { name: /^Account van/ })).toHaveCount(0)
    } finally {
      await shop.stop()
    }
  },
)

test(
  'a page that the browser restored after a sign-out clears itself',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /^Account van/ })).toBeVisible()
    await page.request.post('/api/logout')
    // As in a browser that restores such a page all the same; Safari does.
    await page.evaluate(() => {
      localStorage.setItem('gloed:signed-out', String(Date.now() + 1))
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  },
)
