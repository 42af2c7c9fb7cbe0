import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../platform/db.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import { findToyTargets } from '../../toys/service.ts'
import { findToysLeasedElsewhere } from './lease.service.ts'

/**
 * Every known toy that no living node controls: first those without a lease, then, once the other leases would have expired,
 * those whose lease was not renewed. That tells a node that just died from a living one.
 */
export async function* findOrphanedToys(db: Db, node: string): AsyncIterable<ToyTarget[]> {
  // No browser has a socket to this node yet, and each browser stops its toys by itself when its socket closes.
  const targets = (await findToyTargets(db)).filter(({ provider }) => provider !== 'BUTTPLUG')
  const elsewhere = await findToysLeasedElsewhere(db, node)
  yield targets.filter(({ toyId }) => !elsewhere.has(toyId))
  const rest = targets.filter(({ toyId }) => elsewhere.has(toyId))
  if (rest.length === 0) return
  await pause(Math.max(...elsewhere.values()))
  const living = await findToysLeasedElsewhere(db, node)
  yield rest.filter(({ toyId }) => !living.has(toyId))
}
