import { z } from 'zod'
import type { Bus } from '../../../platform/bus.ts'
import { Problem, type ProblemCode } from '../../../wire/problem.ts'
import { ControlCommand } from '../contract.ts'

/** How long another node has to carry a command out, in milliseconds: the provider's timeout plus the time between nodes. */
const ANSWER_TIMEOUT_MS = 2500

const RemoteCommandRequest = z.object({ userId: z.string(), command: ControlCommand })
type RemoteCommandRequest = z.output<typeof RemoteCommandRequest>
const RemoteCommandReply = z.union([z.object({ sequence: z.int() }), z.object({ refused: z.string() })])

/**
 * Forwards a command to the node that controls the session.
 * @returns the command's number, or undefined when that node did not carry it out and will not any more
 * @throws Problem with which the other node refused it
 */
export async function sendRemoteCommand(
  bus: Bus,
  node: string,
  userId: string,
  command: ControlCommand,
): Promise<number | undefined> {
  const request: RemoteCommandRequest = { userId, command }
  const reply = RemoteCommandReply.safeParse(
    await bus.request(node, 'command', request, ANSWER_TIMEOUT_MS),
  ).data
  if (!reply) return undefined
  if ('sequence' in reply) return reply.sequence
  throw new Problem(reply.refused as ProblemCode)
}

/** @param handler carries out commands from other nodes, or returns undefined for a session that this node does not control */
export function answerCommands(
  bus: Bus,
  handler: (userId: string, command: ControlCommand) => Promise<number> | undefined,
): void {
  bus.onRequest('command', async question => {
    const { userId, command } = RemoteCommandRequest.parse(question)
    try {
      return { sequence: await handler(userId, command) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { refused: error.code }
    }
  })
}
