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

/** A session that this node controls, and what is to be made of it. */
export interface LeaseRenewal {
  sessionId: string
  transition: SessionTransition
}

/** What an update of a session sets beside all else so that a node gets its lease, or keeps it. */
export type LeaseColumns = ReturnType<typeof leaseClaimColumns>

/** All that is there because several nodes may run on one database: who reads about one node can stop here. */
export interface Cluster {
  /** This node's name. */
  readonly node: string
  /** Whether there may be other nodes that can be reached. */
  readonly isShared: boolean
  /** For how long this node believes in a lease, in milliseconds from just before it asked for it. */
  readonly leaseMs: number
  leaseClaim(): LeaseColumns
  /** Writes sessions that simply go on, and renews their leases; what is not that simple is not in the answer. */
  renewLeases(renewals: LeaseRenewal[]): Promise<Map<LeaseRenewal, TransitionedSession>>
  /** Gives up all that this node controls, so that others need not wait. */
  releaseLeases(): Promise<void>
  /**
   * @returns the command's number, or undefined when that node did not carry it out, and will not any more
   * @throws Problem that the other node refused it with
   */
  sendCommand(node: string, userId: string, command: ControlCommand): Promise<number | undefined>
  /** @param handler carries out what other nodes send; undefined for a session that this node does not control */
  onCommand(handler: (userId: string, command: ControlCommand) => Promise<number> | undefined): void
  /** What was sent before to the node that controls the session counts no more, as soon as that reads the row. */
  invalidateCommands(sessionId: string): Promise<void>
  /** Tells the other nodes what the toy of a user's session does; null: nothing. */
  broadcastOutput(userId: string, output: z.input<typeof CurrentOutput> | null): void
  /** Returns how to stop listening. */
  onOutput(handler: (userId: string, output: RemoteOutput | null) => void): () => void
  /** Known toys that no living node controls; then, after their leases, those whose node has died. */
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
