import type { Platform } from '../../../platform/platform.ts'
import { ToyOfflineError, type ToyTarget } from '../../toys/gateway.ts'
import { setToyUnreachableAt } from '../../toys/service.ts'

/**
 * Stores for each toy whether its app takes commands. An app in the background may keep reporting while it refuses every command:
 * only a command that is taken proves that the toy is reachable.
 */
export interface ToyReachability {
  /** Records the result of a request to a toy; the error is null when it was taken. */
  record: (target: ToyTarget, error: unknown) => void
  /** The toy may take commands again: the next answer counts. */
  recheck: (target: ToyTarget) => void
}

export function createToyReachability({ db, bus, log, now }: Platform): ToyReachability {
  const unreachable = new Set<string>()

  async function save(toyId: string, unreachableAt: Date | null): Promise<void> {
    try {
      await setToyUnreachableAt(db, toyId, unreachableAt)
      bus.publish('toys.changed', null)
    } catch (error) {
      log.warn({ err: error }, 'whether a toy can be reached was not saved')
    }
  }

  return {
    record({ toyId }, error) {
      if (error === null) {
        if (unreachable.delete(toyId)) void save(toyId, null)
      } else if (error instanceof ToyOfflineError && !unreachable.has(toyId)) {
        unreachable.add(toyId)
        void save(toyId, now())
      }
    },
    recheck: ({ toyId }) => void unreachable.add(toyId),
  }
}
