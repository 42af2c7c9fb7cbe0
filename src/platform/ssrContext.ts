import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthenticatedUser } from './session.ts'

/**
 * Set while a page that is being rendered calls the API: the visitor was identified for the page already, and the visit
 * was counted once. Calls from outside never have it, whatever they send.
 */
export const ssrContext = new AsyncLocalStorage<{ viewer: AuthenticatedUser | null }>()
