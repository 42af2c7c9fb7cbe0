import type { Platform } from '../../../platform/platform.ts'
import { ToyOfflineError, type ToyGateway, type ToyTarget } from '../../toys/gateway.ts'
import { setToyUnreachableAt } from '../../toys/service.ts'

export interface ReachabilityGateway extends ToyGateway {
  /** The toy may take commands again: the next answer counts. */
  recheck(target: ToyTarget): void
}

/**
 * The same gateway, which notes of each toy whether its app takes commands. An app in the background goes on reporting that
 * it is there while it refuses every command: only a command that is taken shows that it really is.
 */
export function trackReachability({ db, bus, log, now }: Platform, gateway: ToyGateway): ReachabilityGateway {
  const away = new Set<string>()

  async function mark(toyId: string, unreachableAt: Date | null): Promise<void> {
    try {
      await setToyUnreachableAt(db, toyId, unreachableAt)
      bus.publish('toys.changed', null)
    } catch (error) {
      log.warn({ err: error }, 'whether a toy can be reached was not noted')
    }
  }

  async function watched({ toyId }: ToyTarget, answer: Promise<void>): Promise<void> {
    try {
      await answer
    } catch (error) {
      if (error instanceof ToyOfflineError && !away.has(toyId)) {
        away.add(toyId)
        void mark(toyId, now())
      }
      throw error
    }
    if (away.delete(toyId)) void mark(toyId, null)
  }

  return {
    pair: owner => gateway.pair(owner),
    run: (target, output, seconds, signal) => watched(target, gateway.run(target, output, seconds, signal)),
    stop: (target, signal) => watched(target, gateway.stop(target, signal)),
    recheck: ({ toyId }) => void away.add(toyId),
  }
}
