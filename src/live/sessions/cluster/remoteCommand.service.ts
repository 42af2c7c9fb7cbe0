import { z } from 'zod'
import type { Bus } from '../../../platform/bus.ts'
import { Problem, type ProblemCode } from '../../../wire/problem.ts'
import { ControlCommand } from '../contract.ts'

/** How long another node has to carry a command out, in milliseconds: as long as its provider has to answer, and a way. */
const ANSWER_TIMEOUT_MS = 2500

const RemoteCommandRequest = z.object({ userId: z.string(), command: ControlCommand })
type RemoteCommandRequest = z.output<typeof RemoteCommandRequest>
const RemoteCommandReply = z.union([z.object({ sequence: z.int() }), z.object({ refused: z.string() })])

/** Commands for sessions that another node controls. */
export interface RemoteCommands {
  /**
   * @returns the command's number, or undefined when that node did not carry it out, and will not any more
   * @throws Problem that the other node refused it with
   */
  send(node: string, userId: string, command: ControlCommand): Promise<number | undefined>
}

/** @param take carries out what other nodes hand over, or returns undefined for a session that is not this node's */
export function createRemoteCommands(
  bus: Bus,
  take: (userId: string, command: ControlCommand) => Promise<number> | undefined,
): RemoteCommands {
  bus.onRequest('command', async question => {
    const { userId, command } = RemoteCommandRequest.parse(question)
    try {
      return { sequence: await take(userId, command) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { refused: error.code }
    }
  })
  return {
    async send(node, userId, command) {
      const question: RemoteCommandRequest = { userId, command }
      const answer = RemoteCommandReply.safeParse(
        await bus.request(node, 'command', question, ANSWER_TIMEOUT_MS),
      ).data
      if (!answer) return undefined
      if ('sequence' in answer) return answer.sequence
      throw new Problem(answer.refused as ProblemCode)
    },
  }
}
