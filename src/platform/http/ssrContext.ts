import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthenticatedUser } from './session.ts'

/**
 * Set while SSR calls the API: the user was authenticated and the rate limit counted for the page already. Requests over the network
 * never have it.
 */
export const ssrContext = new AsyncLocalStorage<{ viewer: AuthenticatedUser | null }>()
