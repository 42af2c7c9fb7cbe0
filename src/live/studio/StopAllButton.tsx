import { ShieldAlert, Square } from 'lucide-react'
import { cn } from '../../ui/components/cn.ts'
import { Spinner } from '../../ui/components/Spinner.tsx'
import { StopDock } from '../../ui/components/StopDock.tsx'
import { useStopToys } from './hooks.ts'
import { useHeldEscape, usePanic } from './panic/hooks.ts'
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
        'grid h-18 grow place-content-center justify-items-center rounded-card transition-colors duration-150',
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

interface StopAllBarProps {
  isPlaying: boolean
  /** Whether a session is live, as far as is known. */
  isLive: boolean
}

/**
 * The stop and the panic button, always visible. Escape, which screen readers leave to the page, stops from anywhere on it; held for a second
 * it is panic, so that a hand that presses Escape many times only stops.
 */
export function StopAllBar({ isPlaying, isLive }: StopAllBarProps) {
  const { mutate } = useStopToys()
  const panic = usePanic()
  useEscape(() => mutate(undefined), isLive)
  useHeldEscape(() => panic.mutate(undefined))
  return (
    <StopDock>
      <div className="mx-auto flex max-w-3xl gap-3">
        <StopAllButton isPlaying={isPlaying} />
        <button
          type="button"
          onClick={() => panic.mutate(undefined)}
          className="grid h-18 w-28 shrink-0 place-content-center justify-items-center rounded-card border border-danger bg-surface text-danger"
        >
          <span className="flex items-center gap-2 font-semibold">
            {panic.isPending ? <Spinner label="Stopt" /> : <ShieldAlert className="size-5" aria-hidden />}
            Paniek
          </span>
          <span aria-hidden className="hidden text-tiny opacity-70 [@media(hover:hover)]:block">
            houd esc vast
          </span>
        </button>
      </div>
    </StopDock>
  )
}

/**
 * Escape stops first, and then closes an open dialog or menu; while nobody plays, a press that closed one does not stop as well.
 */
function useEscape(stop: () => void, isLive: boolean): void {
  const onEscape = useEffectEvent(stop)
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat) return
      if (isLive || !event.defaultPrevented) onEscape()
    }
    // In the capture phase it comes before the listeners of dialogs and menus.
    window.addEventListener('keydown', onDown, isLive)
    return () => window.removeEventListener('keydown', onDown, isLive)
  }, [isLive])
}
