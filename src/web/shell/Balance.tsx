import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { formatMinutes } from '../format.ts'
import { cn } from '../ui/cn.ts'

/** Below this the balance is amber, as the seed's warning has it. */
const LOW_MINUTES = 5

/** What is left to play with, in minutes. */
export function Balance({ minutes }: { minutes: number }) {
  return (
    <Link
      to="/dashboard"
      aria-label={`Saldo: ${formatMinutes(minutes)}`}
      className={cn(
        'figures flex h-10 items-center gap-1.5 rounded-full px-3 text-small font-semibold whitespace-nowrap transition-colors hover:bg-ink/6',
        minutes < LOW_MINUTES ? 'text-live-text' : 'text-ink',
      )}
    >
      <Hourglass className="size-4" aria-hidden />
      {minutes} min
    </Link>
  )
}
