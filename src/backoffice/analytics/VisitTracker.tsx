import { usePageHandle } from '../../ui/page/pageRoute.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { hasConsent, useConsent } from '../../ui/visitor/consent.ts'
import { pageOfLocation } from '../../ui/page/samePage.ts'
import { onTrackedEvent } from '../../ui/visitor/trackEvent.ts'
import { clearVisitId, sendBeacon } from './sendBeacon.hooks.ts'

/** One opening of a page; counted with consent or without it, never both. */
interface OpenedPage {
  page: string
  isCounted: boolean
}

/** Loaded only with consent. */
const load = () => import('./beacon.hooks.ts')

/** When it is blocked, or the network is down, nothing is sent. */
const ignoreErrors = () => undefined

/** The back office, and a page whose path is secret. */
const isNeverCounted = (page: string): boolean => /^\/(admin|stop)(\/|$)/i.test(page)

/** Sends page views and events with consent; without it, one count per opened page. */
export function VisitTracker() {
  const page = pageOfLocation(useLocation())
  const handle = usePageHandle()
  // The path of an unknown page is not sent: it may be anything that was typed.
  const opened = handle?.status === 404 ? '/404' : page
  const isAllowed = useConsent() && hasConsent('analytics')
  const [view, setView] = useState<OpenedPage>({ page: opened, isCounted: false })
  if (view.page !== opened) setView({ page: opened, isCounted: false })

  useEffect(() => {
    if (isAllowed === false) clearVisitId()
  }, [isAllowed])

  // Layout effects, so that they run before the page's own effects, which may send events; and so that the engagement
  // measured at cleanup is still this page's.
  useLayoutEffect(() => (isNeverCounted(opened) ? undefined : forwardEvents(opened)), [opened])
  useLayoutEffect(() => {
    if (isAllowed === undefined || isNeverCounted(view.page)) return
    return isAllowed ? trackWithConsent(view) : countWithoutConsent(view)
  }, [view, isAllowed])
  return null
}

const forwardEvents = (page: string): (() => void) =>
  onTrackedEvent(happening => {
    if (hasConsent('analytics'))
      load().then(({ sendAnalyticsEvent: tellHappening }) => tellHappening(page, happening), ignoreErrors)
  })

/** @returns the cleanup */
function trackWithConsent(view: OpenedPage): (() => void) | undefined {
  if (view.isCounted) return
  view.isCounted = true
  const following = load().then(beacon => beacon.trackPage(view.page))
  following.catch(ignoreErrors)
  return () => void following.then(end => end(), ignoreErrors)
}

/** Counts when the page is left, so that a visitor who consents meanwhile is counted once. @returns the cleanup */
function countWithoutConsent(view: OpenedPage): () => void {
  const tell = () => {
    if (view.isCounted || hasConsent('analytics')) return
    view.isCounted = true
    sendBeacon({ consent: false, type: 'view', page: view.page })
  }
  const onVisibility = () => document.hidden && tell()
  const isOver = new AbortController()
  const { signal } = isOver
  addEventListener('pagehide', tell, { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  return () => {
    isOver.abort()
    tell()
  }
}
