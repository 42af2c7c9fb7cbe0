import { Square } from 'lucide-react'
import { cn } from '../../ui/components/cn.ts'
import { Spinner } from '../../ui/components/Spinner.tsx'
import { useStopToys } from './hooks.ts'

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
