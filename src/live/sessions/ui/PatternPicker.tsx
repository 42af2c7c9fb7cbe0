import { Activity, Mountain, Sparkles, Waves, X, Circle, Square, LayoutGrid } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Toy } from '../../toys/contract.ts'
import { Sparkline } from '../../toys/Sparkline.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { deleteCustomPattern, useCustomPatterns } from './customPatterns.hooks.ts'
import type { PatternRecorder } from './patternRecorder.hooks.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { formatClock } from './serverClock.rules.ts'
import { patternNames } from '../../toys/pattern.rules.ts'
import { lazyDialog } from '../../../ui/dialogs/lazyDialog.tsx'

/** The seed's four quick actions. */
const quick = [
  { pattern: 'pulse', icon: Activity },
  { pattern: 'wave', icon: Waves },
  { pattern: 'fireworks', icon: Sparkles },
  { pattern: 'earthquake', icon: Mountain },
] as const

export const INITIAL_PATTERN = 'pulse'

/** A quick action is not listed as well, except for the one that is chosen at first. */
const isListed = (name: string): boolean =>
  name === INITIAL_PATTERN || !quick.some(({ pattern }) => pattern === name)

interface PatternsProps {
  /** The running pattern, or null. */
  running: string | null
  onPlay: (pattern: string) => void
  disabled: boolean
  /** Of the toy, by its creator's menu; undefined while it is not known. */
  offer: Toy['capabilities'] | undefined
}

const tile = [
  'grid content-center justify-items-center gap-1.5 rounded-card border text-small font-medium capitalize transition-colors duration-150',
  'border-line bg-surface text-ink-soft hover:border-line-strong hover:text-ink',
  'data-running:border-low data-running:bg-live-soft data-running:text-low',
]

/** Four patterns as buttons. */
export const QuickActions = ({ running, onPlay, disabled, offer }: PatternsProps) => (
  <div
    role="group"
    aria-label="Snelle acties"
    lang="en"
    className="grid grid-cols-[repeat(auto-fit,minmax(max(20%,4.25rem),1fr))] gap-2 lg:gap-3"
  >
    {quick
      .filter(({ pattern }) => !offer?.offPatterns.includes(pattern))
      .map(({ pattern, icon: Icon }) => (
        <button
          key={pattern}
          type="button"
          disabled={disabled}
          aria-pressed={running === pattern}
          data-running={running === pattern || undefined}
          onClick={() => onPlay(pattern)}
          className={cn(tile, 'h-18 disabled:opacity-40')}
        >
          <Icon className="size-5" strokeWidth={1.5} aria-hidden />
          <span className="text-tiny sm:text-small">{pattern}</span>
        </button>
      ))}
  </div>
)

interface PatternChoiceProps extends PatternsProps {
  chosen: string
  recorder: PatternRecorder
}

/**
 * Custom patterns, and the patterns of the toy beside the quick actions, each with its shape; a press plays a pattern, even the
 * running one again.
 */
export function PatternPicker({ recorder, ...choice }: PatternChoiceProps) {
  const all = useCustomPatterns()
  const { disabled, offer } = choice
  const { patterns = [], ownPatterns = true } = offer ?? {}
  const own = ownPatterns ? all : []
  return (
    <div className="relative">
      <fieldset disabled={disabled} className="grid min-w-0 disabled:opacity-40">
        <legend className="eyebrow mb-3 text-ink-faint">Patronen</legend>
        <div
          className={cn(
            '-mx-4 flex snap-x scroll-px-4 [scrollbar-width:none] gap-2 px-4 py-1',
            'wide:mx-0 wide:grid wide:auto-rows-[clamp(3.875rem,(100dvh-30rem)/4,6.5rem)] wide:grid-cols-4 wide:overflow-visible wide:p-0',
            // A scroll area needs keyboard focus of its own, since it has no focusable content while disabled.
            disabled ? 'overflow-x-hidden' : 'overflow-x-auto',
          )}
        >
          {own.map((pattern, index) => (
            <PatternTile key={pattern} {...choice} pattern={pattern} name={`Eigen ${index + 1}`}>
              <button
                type="button"
                aria-label={`Eigen ${index + 1} weggooien`}
                onClick={() => deleteCustomPattern(pattern)}
                className="absolute top-0 right-0 grid size-7 place-items-center rounded-inner text-ink-faint hover:text-ink"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            </PatternTile>
          ))}
          {patterns.filter(isListed).map(pattern => (
            <PatternTile key={pattern} {...choice} pattern={pattern} name={pattern} lang="en" />
          ))}
        </div>
      </fieldset>
      <div className="absolute -top-2 right-0 flex">
        <AllPatternsDialog {...choice} />
        {ownPatterns && <RecordButton recorder={recorder} disabled={disabled} />}
      </div>
    </div>
  )
}

interface PatternTileProps extends Pick<PatternChoiceProps, 'chosen' | 'running' | 'onPlay'> {
  pattern: string
  name: string
  lang?: string
  children?: ReactNode
}

const PatternTile = ({ pattern, name, lang, chosen, running, onPlay, children }: PatternTileProps) => (
  <div
    lang={lang}
    data-running={running === pattern || undefined}
    className={cn(
      tile,
      'relative h-18 w-24 shrink-0 snap-start wide:h-auto wide:w-auto',
      'has-checked:border-line-strong has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
    )}
  >
    <input
      type="radio"
      name="pattern"
      value={pattern}
      aria-label={name}
      checked={chosen === pattern}
      readOnly
      onClick={() => onPlay(pattern)}
      onKeyDown={event => event.key === 'Enter' && onPlay(pattern)}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card outline-none"
    />
    <Sparkline pattern={pattern} className="h-5 lg:h-6" />
    <span className="text-tiny" aria-hidden>
      {name}
    </span>
    {children}
  </div>
)

interface RecordButtonProps {
  recorder: PatternRecorder
  disabled: boolean
}

/** Records the user's commands; at the end the recording plays in a loop. */
function RecordButton({ recorder: { elapsedMs, start, finish }, disabled }: RecordButtonProps) {
  const isRecording = elapsedMs !== null
  return (
    <Button
      variant={isRecording ? 'live' : 'quiet'}
      size="sm"
      className="h-9 px-3"
      disabled={disabled}
      aria-pressed={isRecording}
      onClick={isRecording ? finish : start}
    >
      {isRecording ? (
        <>
          <Square className="fill-current" aria-hidden />
          <span className="figures">Klaar, {formatClock(elapsedMs)}</span>
        </>
      ) : (
        <>
          <Circle className="fill-high text-high" aria-hidden />
          Opnemen
        </>
      )}
    </Button>
  )
}

const Sheet = lazyDialog({
  title: 'Alle patronen',
  load: async () => (await import('../../../ui/dialogs/Sheet.tsx')).Sheet,
})

/** All patterns, in larger size: choosing one plays it, and the dialog stays open. */
function AllPatternsDialog({ running, onPlay, disabled, offer }: PatternsProps) {
  const names = patternNames.filter(name => !offer?.offPatterns.includes(name))
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="h-9 px-3"
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...Sheet.preloadOnIntent}
      >
        <LayoutGrid aria-hidden />
        Alle {names.length}
      </Button>
      {/* Closes when control is blocked, since no pattern can be played then. */}
      <Sheet
        open={open && !disabled}
        onOpenChange={setOpen}
        title="Alle patronen"
        description="Kies er een en het speelt meteen."
      >
        <ul lang="en" className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {names.map(pattern => (
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
      </Sheet>
    </>
  )
}
