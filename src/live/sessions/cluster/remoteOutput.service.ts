import type { Bus } from '../../../platform/bus.ts'
import { CurrentOutput } from '../contract.ts'
import type { RemoteOutput } from '../engine/sessionState.rules.ts'

const ShownOutput = CurrentOutput.omit({ startedAt: true })

/** @returns a function that stops listening */
export const onRemoteOutput = (
  bus: Bus,
  handler: (userId: string, output: RemoteOutput | null) => void,
): (() => void) =>
  bus.subscribe('session.played', ({ userId, output }, from) => {
    if (from === 'here') return
    const shown = ShownOutput.safeParse(output?.told).data
    handler(userId, output && shown ? { shownOutput: shown, at: new Date(output.at) } : null)
  })
