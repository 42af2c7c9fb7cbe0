/* The part of the shop that hears of news while no page of it is open. It keeps nothing, and answers for no page. */

/** @type {any} The globals of a worker, which are other ones than a page's. */
const worker = self

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, path, tag } = event.data.json()
  const shown = { body, tag, data: { path }, icon: '/favicon.svg', lang: 'nl' }
  event.waitUntil(worker.registration.showNotification(title, shown))
})

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Shows a page of ours: the one that is open already, or a new one. */
async function open(/** @type {string} */ path) {
  const url = new URL(path, worker.location.origin)
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === url.pathname)
  await (shown ? shown.focus() : worker.clients.openWindow(url.href))
}
