import { useEffect } from 'react'

/** Keeps the screen on while a component is there, where the browser can; asks again when the page is shown again. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      const taken = await navigator.wakeLock.request('screen')
      if (isOver) await taken.release()
      else lock = taken
    }
    // A battery that is low is a reason to refuse it.
    const tryTo = () => void take().catch(() => undefined)
    tryTo()
    document.addEventListener('visibilitychange', tryTo)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', tryTo)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
