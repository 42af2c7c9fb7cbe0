import type { Platform } from '../../../platform/platform.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import { z } from 'zod'
import { ControlCommand, CurrentOutput } from '../contract.ts'
import { CommandDelay } from '../delay.contract.ts'
import type {
  CommandReceipt,
  Handover,
  LeaseRenewal,
  RemoteOutput,
  TransitionedSession,
} from '../engine/sessionState.rules.ts'
import {
  invalidateCommands,
  leaseClaimColumns,
  LEASE_BELIEVED_MS,
  releaseLeases,
  findToysLeasedElsewhere,
  renewLeases,
} from './lease.service.ts'
import type { Bus } from '../../../platform/cluster/bus.ts'
import { Problem, type ProblemCode } from '../../../wire/problem.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../platform/db/db.ts'
import { findToyTargets } from '../../toys/service.ts'

/** Columns that an update of a session also sets so that a node gets or keeps its lease. */
export type LeaseColumns = ReturnType<typeof leaseClaimColumns>

/** @param isExpired whether the node that asks no longer waits, so that the command must not be carried out */
type CommandHandler = (
  userId: string,
  command: ControlCommand,
  isExpired: () => boolean,
) => Promise<CommandReceipt | undefined>

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
   * @returns the command's receipt, or undefined when that node did not carry it out and will not any more
   * @throws Problem with which the other node refused it
   */
  sendCommand(node: string, userId: string, command: ControlCommand): Promise<CommandReceipt | undefined>
  /** @param handler carries out commands from other nodes; undefined for a session that this node does not control */
  onCommand(handler: CommandHandler): void
  /** Invalidates the earlier commands to the node that controls the session, as soon as that node reads the row. */
  invalidateCommands(sessionId: string): Promise<void>
  /** Publishes the output of a user's toy to the other nodes; null when it plays nothing. */
  broadcastOutput(userId: string, output: z.input<typeof CurrentOutput> | null): void
  /** @returns a function that stops listening */
  onOutput(handler: (userId: string, output: RemoteOutput | null) => void): () => void
  /** Tells the other nodes that this one no longer controls a session, with the toy's last output. */
  announceHandover(userId: string, sessionId: string, handover: Handover): void
  onHandover(handler: (userId: string, sessionId: string, handover: Handover) => void): void
  /** By toy: for how many more milliseconds another node controls it. */
  findToysElsewhere(): Promise<Map<string, number>>
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
    bus.publish('session.outputChanged', { userId, output: shown })
  },
  onOutput: handler => onRemoteOutput(bus, handler),
  announceHandover: (userId, sessionId, handover) =>
    bus.publish('session.handedOver', { userId, sessionId, ...handover }),
  onHandover: handler =>
    void bus.subscribe('session.handedOver', ({ userId, sessionId, generation, output }, from) => {
      const shown = ShownOutput.safeParse(output).data ?? null
      if (from === 'elsewhere') handler(userId, sessionId, { generation, output: shown })
    }),
  findToysElsewhere: () => findToysLeasedElsewhere(db, bus.nodeId),
  findOrphanedToys: () => findOrphanedToys(db, bus.nodeId),
})

const ShownOutput = CurrentOutput.omit({ startedAt: true })

/** @returns a function that stops listening */
const onRemoteOutput = (bus: Bus, handler: (userId: string, output: RemoteOutput | null) => void) =>
  bus.subscribe('session.outputChanged', ({ userId, output }, from) => {
    if (from === 'here') return
    const shown = ShownOutput.safeParse(output?.told).data
    handler(userId, output && shown ? { shownOutput: shown, at: new Date(output.at) } : null)
  })

/** How long another node has to carry a command out, in milliseconds: the provider's timeout plus the time between nodes. */
const ANSWER_TIMEOUT_MS = 2500

const RemoteCommandRequest = z.object({ userId: z.string(), command: ControlCommand })
type RemoteCommandRequest = z.output<typeof RemoteCommandRequest>
const RemoteCommandReply = z.union([
  z.object({ sequence: z.int(), delay: CommandDelay.nullable() }),
  z.object({ refused: z.string() }),
])

/**
 * Forwards a command to the node that controls the session.
 * @returns the command's receipt, or undefined when that node did not carry it out and will not any more
 * @throws Problem with which the other node refused it
 */
async function sendRemoteCommand(bus: Bus, node: string, userId: string, command: ControlCommand) {
  const request: RemoteCommandRequest = { userId, command }
  const reply = RemoteCommandReply.safeParse(
    await bus.request(node, 'command', request, ANSWER_TIMEOUT_MS),
  ).data
  if (!reply) return undefined
  if ('sequence' in reply) return reply
  throw new Problem(reply.refused as ProblemCode)
}

function answerCommands(bus: Bus, handler: CommandHandler): void {
  bus.onRequest('command', async (question, isExpired) => {
    const { userId, command } = RemoteCommandRequest.parse(question)
    try {
      return { ...(await handler(userId, command, isExpired)) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { refused: error.code }
    }
  })
}

/**
 * Every known toy that no living node controls: first those without a lease, then, once the other leases would have expired,
 * those whose lease was not renewed. That tells a node that just died from a living one.
 */
async function* findOrphanedToys(db: Db, node: string): AsyncIterable<ToyTarget[]> {
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
