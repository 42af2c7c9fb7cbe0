import { useEffect, useEffectEvent } from 'react'
import { StopAllButton } from './StopAllButton.tsx'
import { useStopToys } from './hooks.ts'

/** The stop button for all toys, always visible; Escape activates it from anywhere on the page. */
export function StopAllBar({ isPlaying }: { isPlaying: boolean }) {
  const { mutate } = useStopToys()
  useEscape(() => mutate(undefined))
  return (
    <div
      data-dock
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md"
    >
      <StopAllButton isPlaying={isPlaying} />
    </div>
  )
}

/** Escape first closes what is open: one that was handled elsewhere does not stop the toys. */
function useEscape(stop: () => void): void {
  const onEscape = useEffectEvent(stop)
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.defaultPrevented) return
      if (document.querySelector('[role=dialog], [role=menu]')) return
      onEscape()
    }
    window.addEventListener('keydown', onDown)
    return () => window.removeEventListener('keydown', onDown)
  }, [])
}
