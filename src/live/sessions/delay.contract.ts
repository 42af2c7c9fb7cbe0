import { z } from 'zod'

const ms = z.number().min(0).max(600_000)

/** The times that a browser knows of a command that it sends, in milliseconds of its own clock. */
export const CommandTiming = z.object({
  /** From the movement of the finger to the sending. */
  waitedMs: ms,
  /** The round trip between browser and shop, as measured with earlier messages; null while it is unknown. */
  networkMs: ms.nullable(),
})
export type CommandTiming = z.output<typeof CommandTiming>

/** From the finger to the provider's acknowledgement, in milliseconds, with its parts. */
export const CommandDelay = z.object({
  totalMs: z.number(),
  browserMs: z.number(),
  /** One way. */
  networkMs: z.number(),
  shopMs: z.number(),
  providerMs: z.number(),
})
export type CommandDelay = z.output<typeof CommandDelay>
