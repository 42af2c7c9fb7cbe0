import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { PageHandle } from '../../ui/pageAccess.ts'
import { hasConsent, useConsent } from '../../ui/consent.ts'
import { onTrackedEvent } from '../../ui/trackEvent.ts'
import { clearVisitId, sendBeacon } from './sendBeacon.hooks.ts'

/** One page being opened once; it is counted with consent or without, and never as both. */
interface OpenedPage {
  page: string
  isCounted: boolean
}

/** Comes only to who consented. */
const load = () => import('./beacon.hooks.ts')

/** Where it is blocked, or the line is gone, nothing is told. */
const ignoreErrors = () => undefined

const isBackOffice = (page: string): boolean => /^\/admin(\/|$)/i.test(page)

/** Tells the statistics what is looked at and done: with consent all of it, else one more for the page's count of the day. */
export function VisitTracker() {
  const { pathname } = useLocation()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  // Of what is no page, what was typed is nobody's business.
  const opened = handle?.status === 404 ? '/404' : pathname
  const isAllowed = useConsent() && hasConsent('analytics')
  const [view, setView] = useState<OpenedPage>({ page: opened, isCounted: false })
  if (view.page !== opened) setView({ page: opened, isCounted: false })

  useEffect(() => {
    if (isAllowed === false) clearVisitId()
  }, [isAllowed])

  // Both before anything is painted: the page's own effects may have something to tell, and what is measured is still this page.
  useLayoutEffect(() => (isBackOffice(opened) ? undefined : forwardEvents(opened)), [opened])
  useLayoutEffect(() => {
    if (isAllowed === undefined || isBackOffice(view.page)) return
    return isAllowed ? trackWithConsent(view) : countWithoutConsent(view)
  }, [view, isAllowed])
  return null
}

const forwardEvents = (page: string): (() => void) =>
  onTrackedEvent(happening => {
    if (hasConsent('analytics'))
      load().then(({ sendAnalyticsEvent: tellHappening }) => tellHappening(page, happening), ignoreErrors)
  })

/** With consent. @returns what ends it */
function trackWithConsent(view: OpenedPage): (() => void) | undefined {
  if (view.isCounted) return
  view.isCounted = true
  const following = load().then(beacon => beacon.trackPage(view.page))
  following.catch(ignoreErrors)
  return () => void following.then(end => end(), ignoreErrors)
}

/** Without: when the page is left, so that who consents meanwhile is counted once. @returns what ends it */
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
