import { hasConsent } from '../../ui/visitor/consent.ts'
import type { TrackedEvent } from '../../ui/visitor/trackEvent.ts'
import { newIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import {
  markVisible,
  summarizeEngagement,
  markHidden,
  markScrolledTo,
  noEngagement,
} from './engagement.rules.ts'
import type { Beacon } from './contract.ts'
import { sendBeacon, VISIT_ID_KEY } from './sendBeacon.hooks.ts'

/** The visit id when localStorage is not available, until the page is reloaded. */
let inMemoryVisitId: string | null = null
let isLandingPage = true
/** Sends the view of the current page, unless it was sent. */
let sendPendingView = () => {}

/** Runs work when the browser is idle. Safari has no requestIdleCallback. */
const whenIdle: (work: () => void) => void = window.requestIdleCallback ?? (work => setTimeout(work, 1))

/** `crypto.randomUUID` does not exist on a plain-HTTP address. */
const newVisitId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** Milliseconds: 13 months, as long as visits are kept. */
const VISIT_ID_MAX_AGE_MS = 395 * 24 * 3_600_000

function visitId(): string {
  try {
    const [name = '', since] = (localStorage.getItem(VISIT_ID_KEY) ?? '').split(' ')
    if (/^[0-9a-f-]{36}$/.test(name) && Date.now() - Number(since) < VISIT_ID_MAX_AGE_MS) return name
    const fresh = newVisitId()
    localStorage.setItem(VISIT_ID_KEY, `${fresh} ${Date.now()}`)
    return fresh
  } catch {
    return (inMemoryVisitId ??= newVisitId())
  }
}

/** Checks the consent immediately before sending, because it may have been withdrawn. */
function sendWithConsent(beacon: Omit<Beacon, 'consent' | 'visitId'>): void {
  if (hasConsent('analytics')) sendBeacon({ consent: true, visitId: visitId(), ...beacon })
  else inMemoryVisitId = null
}

/** Sends an event, after the view of its page: a visit begins with its first beacon. */
export const sendAnalyticsEvent = (page: string, event: TrackedEvent): void =>
  queueMicrotask(() => {
    sendPendingView()
    sendWithConsent({ type: 'event', page, event })
  })

/** The origin of an external referrer; only its host is used. */
function externalReferrer(): string | undefined {
  if (!isLandingPage || !URL.canParse(document.referrer)) return undefined
  const { protocol, host } = new URL(document.referrer)
  return host === location.host ? undefined : `${protocol}//${host}`
}

/** Browsers may report any language; one that the server would refuse is left out. */
const language = (): string | undefined =>
  /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(navigator.language) ? navigator.language : undefined

function sendPageView(page: string): void {
  const { width, height } = screen
  sendWithConsent({
    type: 'view',
    page,
    referrer: externalReferrer(),
    screen: `${width}x${height}`,
    language: language(),
  })
  isLandingPage = false
}

/** Calls back when the browser is idle after a scroll or a change of the page's height. */
function onScrollOrResize(look: () => void, signal: AbortSignal): void {
  let isDue = false
  const lookSoon = () => {
    if (isDue) return
    isDue = true
    whenIdle(() => {
      isDue = false
      if (!signal.aborted) look()
    })
  }
  const size = new ResizeObserver(lookSoon)
  size.observe(document.documentElement)
  signal.addEventListener('abort', () => size.disconnect())
  addEventListener('scroll', lookSoon, { passive: true, signal })
}

/** Calls back when the page is hidden or shown. */
function onVisibilityChange(hide: () => void, show: () => void, signal: AbortSignal): void {
  addEventListener('pagehide', hide, { signal })
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()), { signal })
  if (!document.hidden) show()
}

/**
 * Sends a page view once the page is visible, and its engagement each time that it is hidden.
 * @returns the cleanup
 */
export function trackPage(page: string): () => void {
  const isOver = new AbortController()
  let engagement = noEngagement
  let isTold = false
  const begin = () => {
    if (!isTold) sendPageView(page)
    isTold = true
  }
  const look = () => {
    engagement = markScrolledTo(engagement, scrollY + innerHeight, document.documentElement.scrollHeight)
  }
  const show = () => {
    engagement = markVisible(engagement, performance.now())
    whenIdle(begin)
  }
  const leave = () => {
    // A page that was prefetched, or opened in a background tab, has not been seen.
    if (engagement.visibleSince === null) return
    begin()
    engagement = markHidden(engagement, performance.now())
    sendWithConsent({ type: 'leave', page, ...summarizeEngagement(engagement) })
  }
  onScrollOrResize(look, isOver.signal)
  onVisibilityChange(() => (look(), leave()), show, isOver.signal)
  sendPendingView = begin
  return () => {
    isOver.abort()
    // The next page is already shown: sends the time and the scroll depth of this one.
    leave()
  }
}
