import { Square } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Spinner } from '../web/ui/Spinner.tsx'
import { cn } from '../web/ui/cn.ts'
import { useStopToys } from './hooks.ts'

/** The one big stop: always in reach, takes every press, and Escape presses it from anywhere on the page. */
export function StudioDock({ isPlaying }: { isPlaying: boolean }) {
  const { mutate, isPending } = useStopToys()
  const stop = () => mutate(undefined)
  useEscape(stop)
  return (
    <div
      data-dock
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md"
    >
      <button
        type="button"
        aria-keyshortcuts="Escape"
        onClick={stop}
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
    </div>
  )
}

/** What is open closes first: an Escape that something else has taken is not for the toys. */
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
