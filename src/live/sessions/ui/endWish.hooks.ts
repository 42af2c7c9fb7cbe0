import { call, CallError } from '../../../ui/call/call.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { stopControl } from '../contract.ts'
import { stopRetryDelay } from './commandSender.rules.ts'
import { withTimeout } from './liveConnection.hooks.ts'

/** In `sessionStorage`: the session that this tab shall end, until the server has answered. */
const KEY = 'gloed-ending'

function saveEndWish(sessionId: string | null): void {
  try {
    if (sessionId === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, sessionId)
  } catch {
    // Without storage the wish lasts as long as the page.
  }
}

/** The session that this tab was to end when it had no connection; or null. */
export function readEndWish(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** There was no answer of the shop, or none that counts: it is asked again. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Ends a session, and asks again until the shop has answered; says once that this takes a connection. */
export async function endUntilAnswered(sessionId: string) {
  saveEndWish(sessionId)
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await withTimeout(signal => call(stopControl, { sessionId }, { signal, keepalive: true }))
      } catch (error) {
        if (!isUnanswered(error)) throw error
        if (tries === 1)
          toast({
            title: 'Geen verbinding',
            description: 'We beëindigen je sessie zodra er weer verbinding is. De toy stopt vanzelf.',
          })
        await new Promise(resolve => setTimeout(resolve, stopRetryDelay(tries)))
      }
    }
  } finally {
    saveEndWish(null)
  }
}
