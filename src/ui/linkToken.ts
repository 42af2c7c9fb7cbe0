import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token that a mailed link brought along; null without one. It leaves the address as soon as the page is alive, and so
 * stays out of the history, of bookmarks and of what is shared.
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
