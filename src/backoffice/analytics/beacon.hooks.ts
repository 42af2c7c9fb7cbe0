import { hasConsent } from '../../ui/consent.ts'
import type { TrackedEvent } from '../../ui/trackEvent.ts'
import { newIdempotencyKey } from '../../ui/idempotencyKey.ts'
import {
  markVisible,
  summarizeEngagement,
  markHidden,
  markScrolledTo,
  noEngagement,
} from './engagement.rules.ts'
import type { Beacon } from './contract.ts'
import { sendBeacon, VISIT_ID_KEY } from './sendBeacon.hooks.ts'

/** Where nothing may be kept the visit has this name, for as long as the page. */
let inMemoryVisitId: string | null = null
let isLandingPage = true
/** Tells of the page that is looked at, unless that was done. */
let sendPendingView = () => {}

/** Looks at the page and tells of it when that is in nobody's way. Not every browser says when that is. */
const whenIdle: (work: () => void) => void = window.requestIdleCallback ?? (work => setTimeout(work, 1))

/** `crypto.randomUUID` is not there on a plain-HTTP address. */
const newVisitId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** For so long a browser goes by one name, in milliseconds: 13 months, as long as anything of a visit is kept. */
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

/** The last thing before anything leaves the browser: consent may have been taken back meanwhile. */
function sendWithConsent(sign: Omit<Beacon, 'consent' | 'visitId'>): void {
  if (hasConsent('analytics')) sendBeacon({ consent: true, visitId: visitId(), ...sign })
  else inMemoryVisitId = null
}

/** After the view of its page, also of what happens as that opens: a visit begins with its first sign. */
export const sendAnalyticsEvent = (page: string, event: TrackedEvent): void =>
  queueMicrotask(() => {
    sendPendingView()
    sendWithConsent({ type: 'event', page, event })
  })

/** The site that one came from: its host is all that is asked. */
function externalReferrer(): string | undefined {
  if (!isLandingPage || !URL.canParse(document.referrer)) return undefined
  const { protocol, host } = new URL(document.referrer)
  return host === location.host ? undefined : `${protocol}//${host}`
}

/** A browser may call its language as it likes; what the server would refuse is left out. */
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

/** Calls back once the browser rests after the page was scrolled, or grew. */
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

/** Calls back as the page goes out of sight, and as it comes into it. */
function onVisibilityChange(hide: () => void, show: () => void, signal: AbortSignal): void {
  addEventListener('pagehide', hide, { signal })
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()), { signal })
  if (!document.hidden) show()
}

/**
 * Tells that a page is looked at, once it is in sight; and for how long and how far down, each time that it goes out of sight.
 * @returns what ends it
 */
export function trackPage(page: string): () => void {
  const isOver = new AbortController()
  let attention = noEngagement
  let isTold = false
  const begin = () => {
    if (!isTold) sendPageView(page)
    isTold = true
  }
  const look = () => {
    attention = markScrolledTo(attention, scrollY + innerHeight, document.documentElement.scrollHeight)
  }
  const show = () => {
    attention = markVisible(attention, performance.now())
    whenIdle(begin)
  }
  const leave = () => {
    // A page that a browser fetched ahead, or opened behind another, is none that was looked at.
    if (attention.visibleSince === null) return
    begin()
    attention = markHidden(attention, performance.now())
    sendWithConsent({ type: 'leave', page, ...summarizeEngagement(attention) })
  }
  onScrollOrResize(look, isOver.signal)
  onVisibilityChange(() => (look(), leave()), show, isOver.signal)
  sendPendingView = begin
  return () => {
    isOver.abort()
    // The next page stands there already: what was seen of this one is known.
    leave()
  }
}
