import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { withTimeout } from '../../sessions/ui/liveConnection.hooks.ts'
import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { blockedUsersQuery } from '../../blocks/hooks.ts'
import { studioQuery } from '../hooks.ts'
import { panic, PANIC_PAGE_PATH, readPanic } from './contract.ts'

export const panicQuery = apiQuery(['studio', 'panic'], readPanic, {}, { refetchOnMount: 'always' })

const changed = { alwaysInvalidates: [studioQuery.queryKey, panicQuery.queryKey, blockedUsersQuery.queryKey] }

/** Asks nothing, and shows the quiet page afterwards. */
export function usePanic() {
  const navigate = useNavigate()
  return useApiMutation(() => withTimeout(signal => call(panic, {}, { signal, keepalive: true })), {
    ...changed,
    onSuccess: () => void navigate(PANIC_PAGE_PATH),
    failed: 'Het lukte niet. Probeer het meteen opnieuw',
  })
}

/** How long Escape is held for a panic, in milliseconds. */
const HOLD_MS = 1000

/** Calls back once Escape is held for a second, from anywhere on the page; its press stops already. */
export function useHeldEscape(callback: () => void): void {
  const onHeld = useEffectEvent(callback)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => clearTimeout(timer)
    const onDown = ({ key, repeat }: KeyboardEvent) => {
      if (key !== 'Escape' || repeat) return
      release()
      timer = setTimeout(() => onHeld(), HOLD_MS)
    }
    const onUp = ({ key }: KeyboardEvent) => key === 'Escape' && release()
    window.addEventListener('keydown', onDown, true)
    window.addEventListener('keyup', onUp, true)
    window.addEventListener('blur', release)
    return () => {
      release()
      window.removeEventListener('keydown', onDown, true)
      window.removeEventListener('keyup', onUp, true)
      window.removeEventListener('blur', release)
    }
  }, [])
}
