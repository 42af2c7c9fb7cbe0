import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Open until navigation, or Escape. */
export function useNavMenuState() {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [open])
  return [open, setOpen] as const
}
