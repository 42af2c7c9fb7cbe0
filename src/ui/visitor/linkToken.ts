import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const tokenIn = ({ hash, search }: Location): string | null =>
  // Mails that were sent before tokens were in the fragment have them in the query.
  new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token')

/**
 * The token in the fragment of a link, which browsers do not send and no proxy logs: undefined until the page is hydrated, null
 * without one; until it is known, a button that sends it is disabled. It is removed from the URL, to keep it out of the history, of bookmarks and of shared links.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  const { pathname, hash, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const given = tokenIn(window.location)
    setToken(known => given ?? known ?? null)
    if (given !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [navigate, pathname, hash, search])
  return token
}
