import { useQueryClient } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { leaveLostSession, useSessionOfOtherTabs } from '../../people/accounts/hooks.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { isSessionLost, useIsSessionLost } from '../../ui/lostSession.ts'

/**
 * Covers the whole page while its user is signed out, and lets the same user go on: the page stays as it was beneath, with its forms,
 * dialogs and steps, and shows nothing to anyone else.
 */
export function KeptPageCover() {
  const isLost = useIsSessionLost()
  useSessionOfOtherTabs()
  return isLost ? <Cover /> : null
}

const SignInAgain = lazyPart({
  load: async () => (await import('./SignInAgain.tsx')).SignInAgain,
  placeholder: <Skeleton className="h-72" />,
})

function Cover() {
  useLeaveOnNavigation()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isSessionLost() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          onEscapeKeyDown={event => event.preventDefault()}
          onInteractOutside={event => event.preventDefault()}
          className="fixed inset-0 z-55 overflow-y-auto bg-paper text-ink focus:outline-none"
        >
          <div className="mx-auto grid min-h-full max-w-md content-center gap-8 px-4 py-10">
            <Header />
            <SignInAgain />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Header = (): ReactNode => (
  <header className="grid gap-3">
    <Radix.Title className="display text-title">Je was uitgelogd</Radix.Title>
    <Radix.Description className="text-lead text-ink-soft">
      Log in om verder te gaan; wat je typte staat er nog.
    </Radix.Description>
  </header>
)

/** Who goes to another page, such as that for a forgotten password, leaves the kept one. */
function useLeaveOnNavigation(): void {
  const cache = useQueryClient()
  const { key } = useLocation()
  const keptAt = useRef(key)
  useEffect(() => {
    if (keptAt.current !== key) leaveLostSession(cache)
  }, [cache, key])
}
