import { ChevronsDown, ChevronsUp, Hand, Heart, Play } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Signal } from '../sessions/contract.ts'
import { Button } from '../../ui/components/Button.tsx'
import type { StudioSession } from './contract.ts'
import { useSignalPlayer } from './hooks.ts'

const signs = [
  { signal: 'HEART', label: 'Hartje', icon: Heart },
  { signal: 'MORE', label: 'Meer', icon: ChevronsUp },
  { signal: 'SOFTER', label: 'Zachter', icon: ChevronsDown },
] as const

interface SignalBarProps {
  session: Pick<StudioSession, 'id' | 'pause'>
  /** Whether the key `w` is for this session, too. */
  hasKey: boolean
}

/** The creator's signs to her player, each with one press; "Even wachten" stills the toy. */
export function SignalBar({ session: { id: sessionId, pause }, hasKey }: SignalBarProps) {
  const { mutate } = useSignalPlayer()
  const give = (signal: Signal) => mutate({ sessionId, signal })
  const isWaiting = pause === 'CREATOR_WAITS'
  useWaitKey(() => give(isWaiting ? 'GO_ON' : 'WAIT'), hasKey)
  return (
    <div role="group" aria-label="Laat iets weten" className="flex flex-wrap gap-2">
      {signs.map(({ signal, label, icon: Icon }) => (
        <Button
          key={signal}
          variant="secondary"
          size="sm"
          className="h-12 grow"
          disabled={isWaiting}
          onClick={() => give(signal)}
        >
          <Icon aria-hidden />
          {label}
        </Button>
      ))}
      <Button
        variant={isWaiting ? 'live' : 'secondary'}
        size="sm"
        className="h-12 grow max-sm:basis-full"
        aria-keyshortcuts={hasKey ? 'w' : undefined}
        onClick={() => give(isWaiting ? 'GO_ON' : 'WAIT')}
      >
        {isWaiting ? <Play aria-hidden /> : <Hand aria-hidden />}
        {isWaiting ? 'Ga verder' : 'Even wachten'}
      </Button>
      {isWaiting && (
        <p role="status" className="basis-full text-small text-ink-soft">
          De toy staat stil en er wordt niets betaald. Na een minuut eindigt de sessie.
        </p>
      )}
    </div>
  )
}

/** The key `w`, except where someone writes. */
function useWaitKey(toggle: () => void, isOn: boolean): void {
  const onPress = useEffectEvent(toggle)
  useEffect(() => {
    if (!isOn) return
    const onDown = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== 'w' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isWriting)
        return
      onPress()
    }
    window.addEventListener('keydown', onDown)
    return () => window.removeEventListener('keydown', onDown)
  }, [isOn])
}
