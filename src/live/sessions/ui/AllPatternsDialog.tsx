import { LayoutGrid } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { patternNames } from '../../toys/pattern.rules.ts'
import { Sparkline } from '../../toys/Sparkline.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { Dialog, DialogContent, DialogTrigger } from '../../../ui/components/Dialog.tsx'

interface AllPatternsProps {
  running: string | null
  onPlay: (pattern: string) => void
  disabled: boolean
  /** Shown below the patterns, since the dialog covers the screen's own stop button. */
  stop: ReactNode
}

/** All patterns, in larger size: choosing one plays it, and the dialog stays open. */
export function AllPatternsDialog({ running, onPlay, disabled, stop }: AllPatternsProps) {
  const [open, setOpen] = useState(false)
  return (
    // Closes when control is blocked, since no pattern can be played then.
    <Dialog open={open && !disabled} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="quiet" size="sm" className="h-9 px-3" disabled={disabled}>
          <LayoutGrid aria-hidden />
          Alle {patternNames.length}
        </Button>
      </DialogTrigger>
      <DialogContent title="Alle patronen" description="Kies er een en het speelt meteen." footer={stop}>
        <ul lang="en" className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {patternNames.map(pattern => (
            <li key={pattern}>
              <button
                type="button"
                aria-pressed={running === pattern}
                onClick={() => onPlay(pattern)}
                className={cn(
                  'grid h-20 w-full content-center justify-items-center gap-2 rounded-card border border-line bg-surface text-ink-soft capitalize transition-colors duration-150 hover:border-line-strong hover:text-ink',
                  'aria-pressed:border-low aria-pressed:bg-live-soft aria-pressed:text-low',
                )}
              >
                <Sparkline pattern={pattern} />
                <span className="text-tiny">{pattern}</span>
              </button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
