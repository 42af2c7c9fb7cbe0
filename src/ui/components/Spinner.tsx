import { cn } from './cn.ts'

/** A spinner; `label` is for screen readers. */
export function Spinner({ className, label = 'Laden' }: { className?: string; label?: string }) {
  return (
    <output className={cn('block base:size-5', className)}>
      <svg viewBox="0 0 24 24" fill="none" className="size-full animate-spin" aria-hidden>
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
        <path
          d="M21.5 12A9.5 9.5 0 0 0 12 2.5"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </output>
  )
}

/** Shown by a protected page while the browser checks the session. */
export function CentredSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center text-accent-text">
      <Spinner className="size-8" />
    </div>
  )
}
