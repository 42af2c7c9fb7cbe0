import { Square } from 'lucide-react'
import { cn } from '../../../ui/components/cn.ts'
import { Spinner } from '../../../ui/components/Spinner.tsx'
import { useControlState, type CommandSender } from './commandSender.hooks.ts'

/** Stays enabled while a stop is in flight. */
export function StopButton({ sender }: { sender: CommandSender }) {
  const { playing, isStopping: stopping } = useControlState(sender)
  return (
    <button
      type="button"
      aria-keyshortcuts="Space Escape"
      onClick={sender.stop}
      className={cn(
        'grid h-full min-h-18 w-full grow place-content-center justify-items-center rounded-card transition-colors duration-150',
        playing || stopping ? 'bg-ink text-paper' : 'border border-line-strong bg-surface text-ink',
      )}
    >
      <span className="flex items-center gap-3 text-subheading font-semibold">
        {stopping ? <Spinner label="Stopt" /> : <Square className="size-5 fill-current" aria-hidden />}
        Stop
      </span>
      <span aria-hidden className="hidden text-tiny opacity-70 [@media(hover:hover)]:block">
        spatie of esc
      </span>
    </button>
  )
}
