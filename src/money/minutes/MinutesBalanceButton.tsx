import { Hourglass } from 'lucide-react'
import type { ComponentProps } from 'react'
import { UNPLAYABLE_MINUTES } from './labels.rules.ts'
import { LOW_BALANCE_MINUTES } from './rules.ts'
import { cn } from '../../ui/components/cn.ts'

/** The balance in minutes, in amber when it is low, as a button that opens the purchase of minutes. */
export function MinutesBalanceButton({ minutes, ...props }: ComponentProps<'button'> & { minutes: number }) {
  return (
    <button
      type="button"
      title={UNPLAYABLE_MINUTES}
      aria-label={`Saldo: ${minutes} min, bijkopen`}
      {...props}
      className={cn(
        'figures flex h-10 items-center gap-1.5 rounded-full px-3 text-small max-[23rem]:px-1 font-semibold whitespace-nowrap transition-colors hover:bg-ink/6',
        minutes < LOW_BALANCE_MINUTES ? 'text-live-text' : 'text-ink',
      )}
    >
      <Hourglass className="size-4" aria-hidden />
      {minutes} min
    </button>
  )
}
