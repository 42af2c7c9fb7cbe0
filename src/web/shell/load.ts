import type { LoaderFunctionArgs } from 'react-router'
import { userQuery } from '../../accounts/hooks.ts'
import { cartQuery } from '../../cart/hooks.ts'
import { CacheContext } from '../cache.ts'

/** Who is here and, for a member, what is in the cart: the top bar shows both from the first paint. */
export async function loadShell({ context }: LoaderFunctionArgs): Promise<null> {
  const cache = context.get(CacheContext)
  const user = await cache.ensureQueryData(userQuery)
  if (user) await cache.prefetchQuery(cartQuery)
  return null
}
