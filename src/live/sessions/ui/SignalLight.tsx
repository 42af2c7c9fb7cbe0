import { ChevronsDown, ChevronsUp, Hand, Heart, type LucideIcon, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '../../../ui/components/cn.ts'
import type { ControlSession, Signal } from '../contract.ts'

interface Sign {
  text: string
  icon: LucideIcon
  light: string
  /** Milliseconds of vibration and rest, by turns. */
  felt: number[]
}

const signs: Record<Signal, Sign> = {
  HEART: { text: 'Een hartje voor jou', icon: Heart, light: 'text-accent-text', felt: [60, 90, 60] },
  MORE: { text: 'Ze wil meer', icon: ChevronsUp, light: 'text-high', felt: [40, 40, 120] },
  SOFTER: { text: 'Ze wil zachter', icon: ChevronsDown, light: 'text-low', felt: [40] },
  WAIT: { text: 'Ze wil even wachten', icon: Hand, light: 'text-ink', felt: [250] },
  GO_ON: { text: 'Je mag weer verder', icon: Play, light: 'text-middle', felt: [60] },
}

/** So long a sign is shown, and a page that opens shows one that is not older; in milliseconds. */
const SHOWN_MS = 3000

/** The creator's sign as a light on the pad, and felt in a phone. */
export function SignalLight({ session }: { session: Pick<ControlSession, 'id' | 'signal' | 'serverNow'> }) {
  const sign = useNewSignal(session)
  const { text, icon: Icon, light } = signs[sign ?? 'HEART']
  return (
    <div
      className={cn(
        'pointer-events-none absolute inset-0 grid content-end justify-items-center rounded-card pb-3 transition-opacity duration-300',
        'shadow-[inset_0_0_5rem_-1rem_currentcolor]',
        light,
        sign === null && 'opacity-0',
      )}
    >
      <p
        role="status"
        className="flex h-10 items-center gap-2 rounded-full bg-surface px-4 text-small font-semibold text-ink shadow-soft"
      >
        {sign !== null && (
          <>
            <Icon aria-hidden className={cn('size-4.5', light, sign === 'HEART' && 'fill-current')} />
            {text}
          </>
        )}
      </p>
    </div>
  )
}

/** The sign while it is new; null otherwise. */
function useNewSignal({
  id,
  signal,
  serverNow,
}: Pick<ControlSession, 'id' | 'signal' | 'serverNow'>): Signal | null {
  const [shown, show] = useState<Signal | null>(null)
  const kind = signal?.kind ?? null
  const at = signal?.at ?? null
  const isNew = at !== null && Date.parse(serverNow) - Date.parse(at) < SHOWN_MS
  useEffect(() => {
    if (!isNew || kind === null) return
    show(kind)
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isCalm) navigator.vibrate?.(signs[kind].felt)
    const timer = setTimeout(() => show(null), SHOWN_MS)
    return () => clearTimeout(timer)
    // A sign is shown once, however often the session is read while it is new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, kind, at])
  return shown
}
