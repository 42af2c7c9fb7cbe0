import { expect, vi, type TestContext } from 'vitest'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { lovenseGateway } from '../../src/live/toys/lovense.gateway.ts'
import type { ToyCommand } from '../../src/live/sessions/engine/toyCommand.rules.ts'
import { ToyCommandQueue } from '../../src/live/sessions/engine/toyCommandQueue.service.ts'
import type { QueueOptions } from '../../src/live/sessions/engine/toyQueueOptions.service.ts'
import { openFakeToyProvider } from './fakeToyProvider.ts'
import { liveEntry } from './liveEntry.ts'

/** A queue over real HTTP, with the real gateway, of a toy whose provider does as the test says. */
export async function openToyQueue(
  { onTestFinished }: TestContext,
  options: Pick<QueueOptions, 'clock' | 'isControlledElsewhere'> = {},
) {
  const provider = await openFakeToyProvider()
  const log = createLog('silent')
  /** The failed calls that an admin gets to see. */
  const errors: string[] = []
  const onError = (call: string) => errors.push(call)
  const gateway = lovenseGateway({ apiBase: () => provider.base, token: 'a token', log, onError })
  const queue = new ToyCommandQueue({ provider: 'LOVENSE', uid: 'u', toyId: 't' }, gateway, {
    log,
    now: () => new Date(),
    ...options,
  })
  onTestFinished(async () => {
    provider.release()
    await queue.close(0)
    await provider.close()
  })
  return { provider, queue, errors }
}

/**
 * @param state the conditions that may change while the command is valid: whether the session lets it run, and whether this node has the
 * lease
 */
export const steady = (level: number, state = { mayRun: true, isOurs: true }): ToyCommand => ({
  entry: liveEntry(state),
  generation: 1,
  shownOutput: { command: 'vibrate', intensity: level, pattern: null },
  functions: ['Vibrate'],
  strengths: [level],
})
export const refused = expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }) as Error
export const until = (check: () => void) => vi.waitFor(check, { timeout: 8000, interval: 10 })
