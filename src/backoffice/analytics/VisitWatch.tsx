import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { PageHandle } from '../../ui/admission.ts'
import { allows, useConsent } from '../../ui/consent.ts'
import { onHappening } from '../../ui/happening.ts'
import { forgetVisit, send } from './sending.hooks.ts'

/** One page being opened once; it is counted with consent or without, and never as both. */
interface View {
  page: string
  isCounted: boolean
}

/** Comes only to who consented. */
const load = () => import('./beacon.hooks.ts')

/** Where it is blocked, or the line is gone, nothing is told. */
const silent = () => undefined

const isBackOffice = (page: string): boolean => /^\/admin(\/|$)/i.test(page)

/** Tells the statistics what is looked at and done: with consent all of it, else one more for the page's count of the day. */
export function VisitWatch() {
  const { pathname } = useLocation()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  // Of what is no page, what was typed is nobody's business.
  const opened = handle?.status === 404 ? '/404' : pathname
  const isAllowed = useConsent() && allows('analytics')
  const [view, setView] = useState<View>({ page: opened, isCounted: false })
  if (view.page !== opened) setView({ page: opened, isCounted: false })

  useEffect(() => {
    if (isAllowed === false) forgetVisit()
  }, [isAllowed])

  // Both before anything is painted: the page's own effects may have something to tell, and what is measured is still this page.
  useLayoutEffect(() => (isBackOffice(opened) ? undefined : tellWhatHappens(opened)), [opened])
  useLayoutEffect(() => {
    if (isAllowed === undefined || isBackOffice(view.page)) return
    return isAllowed ? follow(view) : count(view)
  }, [view, isAllowed])
  return null
}

const tellWhatHappens = (page: string): (() => void) =>
  onHappening(happening => {
    if (allows('analytics')) load().then(({ tellHappening }) => tellHappening(page, happening), silent)
  })

/** With consent. @returns what ends it */
function follow(view: View): (() => void) | undefined {
  if (view.isCounted) return
  view.isCounted = true
  const following = load().then(beacon => beacon.follow(view.page))
  following.catch(silent)
  return () => void following.then(end => end(), silent)
}

/** Without: when the page is left, so that who consents meanwhile is counted once. @returns what ends it */
function count(view: View): () => void {
  const tell = () => {
    if (view.isCounted || allows('analytics')) return
    view.isCounted = true
    send({ consent: false, type: 'view', page: view.page })
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
