import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/db.ts'
import { knownTargets } from '../toys/service.ts'
import type { Mailroom } from './mailroom.service.ts'
import { toysElsewhere } from './ownership.service.ts'

/** How long toys are waited for to acknowledge their stop, in milliseconds. */
const PATIENCE_MS = 3000

/**
 * Stops every known toy that no living node controls. One that died just now is told from one that lives by waiting until
 * its lease is over: the living renew theirs.
 */
export async function sweep(db: Db, node: string, mailroom: Mailroom): Promise<void> {
  // No browser has a socket here yet, and each stops its toys by itself when it lost one.
  const targets = (await knownTargets(db)).filter(({ provider }) => provider !== 'BUTTPLUG')
  const elsewhere = await toysElsewhere(db, node)
  const free = targets.filter(({ toyId }) => !elsewhere.has(toyId))
  const rest = targets.filter(({ toyId }) => elsewhere.has(toyId))
  const sweepRest = async () => {
    if (rest.length === 0) return
    await pause(Math.max(...elsewhere.values()))
    const living = await toysElsewhere(db, node)
    await mailroom.silence(
      rest.filter(({ toyId }) => !living.has(toyId)),
      PATIENCE_MS,
    )
  }
  await Promise.all([mailroom.silence(free, PATIENCE_MS), sweepRest()])
}
