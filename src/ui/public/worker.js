/*
 * The shop's service worker: shows push messages while no page is open, and a page that says so when there is no connection. It
 * stores that page alone: no answer of the API and no page of the shop, which may contain personal data.
 */

/** @type {any} The globals of a worker, which are other ones than a page's. */
const worker = self

const OFFLINE_PAGE = '/offline'
const CACHE = 'offline'

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.add(OFFLINE_PAGE)))
  // Calls go past the worker: a request that a page sends while it is left would be lost with it.
  event
    .addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
    ?.catch(() => undefined)
  worker.skipWaiting()
})

worker.addEventListener('activate', (/** @type {any} */ event) => {
  // The request of a page begins while the worker starts.
  event.waitUntil(worker.registration.navigationPreload?.enable())
})

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetchPage(event))
})

/** The page from the network; without a connection the stored one. */
async function fetchPage(/** @type {any} */ event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const page = await caches.match(OFFLINE_PAGE)
    if (page) return page
    throw error
  }
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, path, tag, actions = [] } = event.data.json()
  const buttons = actions.map((/** @type {any} */ each, /** @type {number} */ at) => ({
    action: String(at),
    title: each.title,
  }))
  const shown = { body, tag, data: { path, actions }, actions: buttons, icon: '/favicon.svg', lang: 'nl' }
  event.waitUntil(worker.registration.showNotification(title, shown))
})

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  const { path, actions } = event.notification.data
  const chosen = actions?.[event.action]
  event.waitUntil(chosen ? act(chosen, path) : open(path))
})

/** Performs the action that the reader chose; shows the page when that failed. */
async function act(/** @type {any} */ { path, body }, /** @type {string} */ page) {
  const headers = { 'content-type': 'application/json' }
  const sent = fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const isDone = await sent.then(
    answer => answer.ok,
    () => false,
  )
  if (!isDone) await open(page)
}

/** Shows a page of ours: the one that is open already, or a new one. */
async function open(/** @type {string} */ path) {
  const url = new URL(path, worker.location.origin)
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url.pathname)
  await (shown ? shown.focus() : worker.clients.openWindow(url.href))
}
