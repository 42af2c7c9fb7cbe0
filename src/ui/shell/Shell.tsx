import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useServiceWorker } from '../page/serviceWorker.ts'
import { pageOfLocation } from '../page/samePage.ts'
import type { NavItem } from './navigation.ts'
import { Footer } from './Footer.tsx'
import { StatusLine } from './StatusLine.tsx'
import { QuickExitTab } from './QuickExitTab.tsx'
import { TopBar } from './TopBar.tsx'
import { lazyPart } from '../components/lazyPart.tsx'
import { currentToast, onToastChange } from '../dialogs/toast.ts'

interface ShellProps {
  /** The top navigation. */
  destinations: readonly NavItem[]
  /** At the right of the top bar: the visitor's own links. */
  tools: ReactNode
  /** Whether the visitor is no creator yet. */
  asksCreators: boolean
  children: ReactNode
}

/** The frame of every page. */
export function Shell({ destinations, tools, asksCreators, children }: ShellProps) {
  const main = useFocusOnArrival()
  useServiceWorker()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-60 rounded-card bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Naar de inhoud
      </a>
      <TopBar destinations={destinations}>{tools}</TopBar>
      <NavigationProgress />
      <StatusLine />
      <main id="main" ref={main} tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <Footer asksCreators={asksCreators} />
      <LazyToaster />
      <QuickExitTab />
      <ScrollRestoration />
    </div>
  )
}

/** After navigation inside the shop, the next Tab and screen readers start at the new page, not at the old link. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const page = pageOfLocation(useLocation())
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    main.current?.focus({ preventScroll: true })
  }, [page])
  return main
}

/** A progress line while the next page loads; delayed, so that fast navigation does not show it. */
function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Pagina wordt geladen" className="fixed inset-x-0 top-0 z-60 h-0.5">
      <div className="h-full origin-left animate-approach bg-accent delay-150" />
    </div>
  )
}

const Toaster = lazyPart({ load: async () => (await import('../dialogs/Toaster.tsx')).Toaster })

/** The toasts: loaded after the page, so that the first one is not late, and is shown when the connection is gone. */
function LazyToaster() {
  const isWanted = useSyncExternalStore(onToastChange, currentToast, () => null) !== null
  useEffect(() => void Toaster.preload(), [])
  return isWanted ? <Toaster /> : null
}
