import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The code in the fragment of a mailed link (`/cadeaubon#CODE`), which browsers do not send and no proxy logs: undefined until the page
 * is hydrated, null without one. It is removed from the URL, to keep it out of the history, of bookmarks and of shared links.
 */
export function useCodeInLink(): string | null | undefined {
  const [code, setCode] = useState<string | null>()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const given = readFragment()
    setCode(known => given ?? known ?? null)
    if (given !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [navigate, pathname, hash])
  return code
}

function readFragment(): string | null {
  try {
    return decodeURIComponent(window.location.hash.slice(1)) || null
  } catch {
    return null
  }
}
