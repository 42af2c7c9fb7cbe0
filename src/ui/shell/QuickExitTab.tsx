import { X } from 'lucide-react'
import { useExitUrl } from '../visitor/discretion.ts'

/** On a touch screen, which has no Escape: a tab at the edge that does the same, when the quick exit is on. */
export function QuickExitTab() {
  if (useExitUrl() === null) return null
  const leave = () => {
    // Stops a toy, as the first Escape does.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    window.__LEAVE__?.()
  }
  return (
    <button
      type="button"
      aria-label="Snel weg"
      onClick={leave}
      className="pointer-events-auto fixed top-[28%] left-0 z-60 hidden h-14 w-6 place-items-center rounded-r-inner border border-l-0 border-line bg-raised/90 text-ink-faint pointer-coarse:grid print:hidden"
    >
      <X className="size-4" aria-hidden />
    </button>
  )
}
