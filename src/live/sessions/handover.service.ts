import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import { Problem, type ProblemCode } from '../../wire/problem.ts'
import { Command } from './contract.ts'

/** How long another node has to carry a command out, in milliseconds: as long as its provider has to answer, and a way. */
const PATIENCE_MS = 2500

const Question = z.object({ userId: z.string(), command: Command })
type Question = z.output<typeof Question>
const Answer = z.union([z.object({ sequence: z.int() }), z.object({ refused: z.string() })])

/** Commands for sessions that another node controls. */
export interface Handover {
  /**
   * @returns the command's number, or undefined when that node did not carry it out, and will not any more
   * @throws Problem that the other node refused it with
   */
  give(node: string, userId: string, command: Command): Promise<number | undefined>
}

/** @param take carries out what other nodes hand over, or returns undefined for a session that is not this node's */
export function createHandover(
  bus: Bus,
  take: (userId: string, command: Command) => Promise<number> | undefined,
): Handover {
  bus.answer('command', async question => {
    const { userId, command } = Question.parse(question)
    try {
      return { sequence: await take(userId, command) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { refused: error.code }
    }
  })
  return {
    async give(node, userId, command) {
      const question: Question = { userId, command }
      const answer = Answer.safeParse(await bus.ask(node, 'command', question, PATIENCE_MS)).data
      if (!answer) return undefined
      if ('sequence' in answer) return answer.sequence
      throw new Problem(answer.refused as ProblemCode)
    },
  }
}
