import { Square } from 'lucide-react'
import { cn } from '../../ui/components/cn.ts'
import { Spinner } from '../../ui/components/Spinner.tsx'
import { useStopToys } from './hooks.ts'
import { useEffect, useEffectEvent } from 'react'

/** The stop button for all toys; stays enabled during a request. */
export function StopAllButton({ isPlaying }: { isPlaying: boolean }) {
  const { mutate, isPending } = useStopToys()
  return (
    <button
      type="button"
      aria-keyshortcuts="Escape"
      onClick={() => mutate(undefined)}
      className={cn(
        'mx-auto grid h-18 w-full max-w-3xl place-content-center justify-items-center rounded-card transition-colors duration-150',
        isPlaying ? 'bg-ink text-paper' : 'border border-line-strong bg-surface text-ink hover:border-ink',
      )}
    >
      <span className="flex items-center gap-3 text-subheading font-semibold">
        {isPending ? <Spinner label="Stopt" /> : <Square className="size-5 fill-current" aria-hidden />}
        Stop alles
      </span>
      <span aria-hidden className="hidden text-tiny opacity-70 [@media(hover:hover)]:block">
        esc
      </span>
    </button>
  )
}

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
