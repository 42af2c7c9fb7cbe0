import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../platform/db.ts'
import { findToyTargets } from '../../toys/service.ts'
import type { ToyCommandQueues } from '../mailroom.service.ts'
import { findToysLeasedElsewhere } from './lease.service.ts'

/** How long toys are waited for to acknowledge their stop, in milliseconds. */
const STOP_TIMEOUT_MS = 3000

/**
 * Stops every known toy that no living node controls. One that died just now is told from one that lives by waiting until
 * its lease is over: the living renew theirs.
 */
export async function stopOrphanedToys(db: Db, node: string, mailroom: ToyCommandQueues): Promise<void> {
  // No browser has a socket here yet, and each stops its toys by itself when it lost one.
  const targets = (await findToyTargets(db)).filter(({ provider }) => provider !== 'BUTTPLUG')
  const elsewhere = await findToysLeasedElsewhere(db, node)
  const free = targets.filter(({ toyId }) => !elsewhere.has(toyId))
  const rest = targets.filter(({ toyId }) => elsewhere.has(toyId))
  const sweepRest = async () => {
    if (rest.length === 0) return
    await pause(Math.max(...elsewhere.values()))
    const living = await findToysLeasedElsewhere(db, node)
    await mailroom.stopAll(
      rest.filter(({ toyId }) => !living.has(toyId)),
      STOP_TIMEOUT_MS,
    )
  }
  await Promise.all([mailroom.stopAll(free, STOP_TIMEOUT_MS), sweepRest()])
}
