import { useEffect, useState } from 'react'
import { LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'

/** In `sessionStorage`: the id of the session whose player was warned, also after a visit to the payment page. */
const KEY = 'gloed-low-balance'
/** The same without storage, until the page is loaded again. */
let warnedSessionId: string | null = null

/** Whether this session has not been warned of yet; marks it. */
function claimWarning(sessionId: string): boolean {
  let warned = warnedSessionId
  warnedSessionId = sessionId
  try {
    warned = sessionStorage.getItem(KEY) ?? warned
    sessionStorage.setItem(KEY, sessionId)
  } catch {
    // The variable remembers it.
  }
  return warned !== sessionId
}

/** Whether the low-balance warning is open: it opens below 5 minutes, once per session. */
export function useLowBalanceWarning(sessionId: string, minutesBalance: number) {
  const [isOpen, setOpen] = useState(false)
  const isLow = minutesBalance < LOW_BALANCE_MINUTES
  useEffect(() => {
    if (isLow && claimWarning(sessionId)) setOpen(true)
  }, [sessionId, isLow])
  return [isOpen && isLow, setOpen] as const
}
