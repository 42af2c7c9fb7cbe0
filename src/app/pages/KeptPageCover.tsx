import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { leaveLostSession, useSessionOfOtherTabs } from '../../people/accounts/hooks.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { isSessionLost, useIsSessionLost } from '../../ui/visitor/lostSession.ts'

/**
 * Covers the whole page while its user is signed out, and lets the same user go on: the page stays as it was beneath, with its forms,
 * dialogs and steps, and shows nothing to anyone else.
 */
export function KeptPageCover() {
  const isLost = useIsSessionLost()
  useSessionOfOtherTabs()
  useEffect(() => {
    const timer = setTimeout(() => void SignInAgainDialog.preload(), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLost ? <Cover /> : null
}

/** When a page has all that it needs: a session lasts longer. */
const PRELOAD_AFTER_MS = 5000

/** Not in the first bundle, because few visits need it: the page beneath is hidden while it loads, and when it cannot be loaded. */
const SignInAgainDialog = lazyPart({
  load: async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog,
  frame: (content): ReactNode => createPortal(<CoverFrame>{content}</CoverFrame>, document.body),
})

/** Has the focus, and leaves nothing beneath within reach: no dialog, whose Escape would close it, and no form. */
function CoverFrame({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', keepEscape, { capture: true })
    return () => removeEventListener('keydown', keepEscape, { capture: true })
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Je was uitgelogd"
      // The button "back" of a phone asks to close it too.
      onClose={() => dialog.current?.showModal()}
      className="pointer-events-auto fixed inset-0 grid size-full max-h-none max-w-none place-content-center bg-paper px-4 text-ink focus:outline-none"
    >
      {children}
    </dialog>
  )
}

function Cover() {
  useLeaveOnNavigation()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isSessionLost() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return <SignInAgainDialog />
}

/** A user who goes to another page, such as that for a forgotten password, leaves the kept one. */
function useLeaveOnNavigation(): void {
  const cache = useQueryClient()
  const { key } = useLocation()
  const keptAt = useRef(key)
  useEffect(() => {
    if (keptAt.current !== key) leaveLostSession(cache)
  }, [cache, key])
}
