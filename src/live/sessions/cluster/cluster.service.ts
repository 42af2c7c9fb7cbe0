import type { Platform } from '../../../platform/platform.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import type { z } from 'zod'
import type { ControlCommand, CurrentOutput } from '../contract.ts'
import type { RemoteOutput } from '../engine/sessionState.rules.ts'
import type { SessionTransition, TransitionedSession } from '../service.ts'
import { invalidateCommands, leaseClaimColumns, LEASE_BELIEVED_MS, releaseLeases } from './lease.service.ts'
import { renewLeases } from './leaseRenewal.service.ts'
import { findOrphanedToys } from './orphanedToy.service.ts'
import { onRemoteOutput } from './remoteOutput.service.ts'
import { answerCommands, sendRemoteCommand } from './remoteCommand.service.ts'

/** A session that this node controls, and the transition to apply to it. */
export interface LeaseRenewal {
  sessionId: string
  transition: SessionTransition
}

/** Columns that an update of a session also sets so that a node gets or keeps its lease. */
export type LeaseColumns = ReturnType<typeof leaseClaimColumns>

/** Everything that exists because several nodes may share one database; for a single node none of it is needed. */
export interface Cluster {
  /** This node's name. */
  readonly node: string
  /** Whether other nodes may exist and can be reached. */
  readonly isShared: boolean
  /** For how long this node trusts a lease, in milliseconds from just before it requested it. */
  readonly leaseMs: number
  leaseClaim(): LeaseColumns
  /** Writes sessions whose only change is time, and renews their leases; the answer leaves out all others. */
  renewLeases(renewals: LeaseRenewal[]): Promise<Map<LeaseRenewal, TransitionedSession>>
  /** Releases all leases of this node, so that other nodes need not wait for them to expire. */
  releaseLeases(): Promise<void>
  /**
   * @returns the command's number, or undefined when that node did not carry it out and will not any more
   * @throws Problem with which the other node refused it
   */
  sendCommand(node: string, userId: string, command: ControlCommand): Promise<number | undefined>
  /** @param handler carries out commands from other nodes; returns undefined for a session that this node does not control */
  onCommand(handler: (userId: string, command: ControlCommand) => Promise<number> | undefined): void
  /** Invalidates what was sent before to the node that controls the session, as soon as that node reads the row. */
  invalidateCommands(sessionId: string): Promise<void>
  /** Publishes to the other nodes what the toy of a user's session does; null when it does nothing. */
  broadcastOutput(userId: string, output: z.input<typeof CurrentOutput> | null): void
  /** @returns a function that stops listening */
  onOutput(handler: (userId: string, output: RemoteOutput | null) => void): () => void
  /** Known toys that no living node controls; then, once their leases have expired, those whose node has died. */
  findOrphanedToys(): AsyncIterable<ToyTarget[]>
}

export const createCluster = ({ db, bus }: Pick<Platform, 'db' | 'bus'>): Cluster => ({
  node: bus.nodeId,
  isShared: bus.isShared,
  leaseMs: LEASE_BELIEVED_MS,
  leaseClaim: () => leaseClaimColumns(bus.nodeId),
  renewLeases: renewals => renewLeases(db, bus.nodeId, renewals),
  releaseLeases: () => releaseLeases(db, bus.nodeId),
  sendCommand: (node, userId, command) => sendRemoteCommand(bus, node, userId, command),
  onCommand: handler => answerCommands(bus, handler),
  invalidateCommands: sessionId => invalidateCommands(db, sessionId),
  broadcastOutput(userId, output) {
    const shown = output && { told: output, at: output.startedAt.toISOString() }
    bus.publish('session.played', { userId, output: shown })
  },
  onOutput: handler => onRemoteOutput(bus, handler),
  findOrphanedToys: () => findOrphanedToys(db, bus.nodeId),
})
