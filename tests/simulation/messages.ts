import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { running, type Life } from './virtualTime.ts'

/** How often a request to a provider or its answer is lost; probabilities. */
export interface RequestFaults {
  /** A request has its effect and no answer. */
  answerLost: number
  /** A request never arrives. */
  requestLost: number
}

/** Milliseconds that a request and its answer take at most. */
const TRAVEL_MS = 120

/**
 * Sends a request to a provider: it and its answer are two messages. Nothing is received when either is lost, so whoever asks needs a timeout.
 * @param act carries the request out at the provider, and returns its answer
 */
export function sendRequestTo<T>(
  { scheduler, random, faults }: { scheduler: Scheduler; random: Random; faults: RequestFaults },
  { life, label }: { life: Life | null; label: string },
  act: () => T,
  receive: (answer: T) => void,
): void {
  const task = running.getStore()
  if (random.chance(faults.requestLost)) return
  const isAnswerLost = random.chance(faults.answerLost)
  const arrive = () => {
    const answer = act()
    if (isAnswerLost) return
    const hear = () => (task ? running.run(task, () => receive(answer)) : receive(answer))
    scheduler.send(`answer to ${label}`, life, hear, TRAVEL_MS)
  }
  // Once it is sent, a crash of the sender does not stop it.
  scheduler.send(label, null, arrive, TRAVEL_MS)
}
