import { useContext } from 'react'
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
} from 'react-router'

/**
 * The URL of a change to a list, with the values of another change whose page is not on screen yet: a status chosen just after a
 * search was typed must not undo the search. Each name is in a URL once.
 * @param href made from the query of the page on screen
 * @param shown the search part of the URL of the page on screen
 * @param pending the path and search part of the URL that is loading, or loaded and not yet drawn
 */
export function withPendingChange(
  href: string,
  shown: string,
  pending: { pathname: string; search: string },
): string {
  const [path = '', search = ''] = href.split('?', 2)
  if (pending.pathname !== path || pending.search === shown) return href
  const [before, wanted] = [new URLSearchParams(shown), new URLSearchParams(search)]
  const next = new URLSearchParams(pending.search)
  // Another query begins at its first page.
  next.delete('page')
  for (const name of new Set([...before.keys(), ...wanted.keys()])) {
    const value = wanted.get(name)
    if (value === before.get(name) && name !== 'page') continue
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next.size > 0 ? `${path}?${next}` : path
}

/** Goes to another query of the list on screen. */
export function useListNavigate(): (href: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  // Hooks of the router tell what was drawn last, which may be a while ago on a busy device.
  const router = useContext(DataRouterContext)?.router
  return (href, options) => {
    const latest = router?.state.navigation.location ?? router?.state.location
    void navigate(latest ? withPendingChange(href, search, latest) : href, {
      preventScrollReset: true,
      ...options,
    })
  }
}
