import { useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from './lazyPart.tsx'
import { currentToast, onToastChange } from './toast.ts'

const Toaster = lazyPart({ load: async () => (await import('./Toaster.tsx')).Toaster })

/** The toasts: loaded after the page, so that the first one is not late, and is shown when the connection is gone. */
export function LazyToaster() {
  const isWanted = useSyncExternalStore(onToastChange, currentToast, () => null) !== null
  useEffect(() => void Toaster.preload(), [])
  return isWanted ? <Toaster /> : null
}
