import { Vibrate } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { CommandSender, useControlState, useToyControls } from '../sessions/ui/commandSender.hooks.ts'
import { IntensityPad } from '../sessions/ui/IntensityPad.tsx'
import { INITIAL_PATTERN, QuickActions } from '../sessions/ui/PatternPicker.tsx'
import { StopButton } from '../sessions/ui/StopButton.tsx'
import { useCanFeel, useFeel } from './hooks.ts'

/** Takes every command at once: there is no toy. */
function createPlayedSender(): CommandSender {
  let sequence = 0
  const sender = new CommandSender({
    send: () => Promise.resolve({ sequence: (sequence += 1) }),
    onFailure: () => undefined,
    onAnswer: () => undefined,
  })
  sender.receiveOutput(null, 0)
  return sender
}

/** The pad of a session without a toy: it plays on the screen, and in a phone that can vibrate. */
export function DemoPad() {
  const [sender] = useState(createPlayedSender)
  const { level, vibrate, play } = useToyControls(sender, INITIAL_PATTERN)
  const { playing } = useControlState(sender)
  const canFeel = useCanFeel()
  const [isFelt, setFelt] = useState(true)
  useFeel(sender, canFeel && isFelt)
  return (
    <section aria-label="Probeer het" className="grid content-start gap-3">
      <div className="h-[clamp(16rem,46dvh,26rem)]">
        <IntensityPad sender={sender} level={level} onLevel={vibrate} disabled={false} />
      </div>
      <QuickActions running={playing?.pattern ?? null} onPlay={play} disabled={false} offer={undefined} />
      <div className="h-18">
        <StopButton sender={sender} />
      </div>
      {canFeel && (
        <Button variant="secondary" aria-pressed={isFelt} onClick={() => setFelt(!isFelt)}>
          <Vibrate aria-hidden />
          {isFelt ? 'Je voelt het in je telefoon' : 'Voel het in je telefoon'}
        </Button>
      )}
    </section>
  )
}
