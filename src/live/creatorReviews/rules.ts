import { Problem } from '../../wire/problem.ts'
import type { StoppedBy } from '../sessions/contract.ts'

/** The least time of control with a creator before one may review her, in milliseconds. */
export const PLAYED_MS = 60_000
/** How long nobody may review a creator after a session with her that a panic ended, in milliseconds. */
export const PANIC_PAUSE_MS = 7 * 24 * 3_600_000

export const alreadyReviewed = () =>
  new Problem('ALREADY_REVIEWED', { message: 'Je hebt haar al beoordeeld.' })

interface ReviewFacts {
  isSelf: boolean
  /** The newest session with her that lasted long enough. */
  sessionId: string | null
  hadPanic: boolean
  hasReviewed: boolean
}

/**
 * Why somebody may not review a creator; null when they may. A panic is refused in the words of any refusal: her player is never told that she
 * panicked.
 */
export function refusalOf({ isSelf, sessionId, hadPanic, hasReviewed }: ReviewFacts): Problem | null {
  if (isSelf) return new Problem('FORBIDDEN', { message: 'Jezelf kun je niet beoordelen.' })
  if (hasReviewed) return alreadyReviewed()
  if (sessionId === null || hadPanic)
    return new Problem('FORBIDDEN', {
      message:
        'Een beoordeling schrijven kan na een sessie van minstens een minuut, soms pas een week later.',
    })
  return null
}

/** Whether her thanks are shown after a session: not after one that hardly began, nor after one that she ended herself. */
export const isFarewellMeant = ({
  meteredMs,
  stoppedBy,
}: {
  meteredMs: number
  stoppedBy: StoppedBy | null
}): boolean => meteredMs >= PLAYED_MS && stoppedBy !== 'CREATOR'
