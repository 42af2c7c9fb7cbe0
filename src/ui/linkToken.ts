import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

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
