import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token in the fragment of a link, which browsers do not send and no proxy logs: undefined until the page is hydrated, null
 * without one. It is removed from the URL, to keep it out of the history.
 */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const inFragment = new URLSearchParams(window.location.hash.slice(1)).get('token')
    setToken(known => known ?? inFragment)
    if (inFragment !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [navigate, pathname])
  return token
}

/**
 * The token in the URL of a mailed link; null without one. It is removed from the URL after hydration, to keep it out of the history, of
 * bookmarks and of shared links.
 */
export function useLinkToken(): string | null {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = search.get('token')
  const [token] = useState(inAddress)
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [inAddress, navigate, pathname])
  return token
}
