import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Structured logs. They name calls by their pattern and people by nothing: no address, no query, no body, no cookie. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe, req: describeRequest, res: ({ statusCode }) => ({ statusCode }) },
    },
    destination,
  )

const describeRequest = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'unknown',
})

/**
 * An error without the data that it was about: Drizzle puts a failed statement's values into the message, and PostgreSQL
 * the offending row into `detail`, so neither is written.
 */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(code !== undefined && { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => line.startsWith('    at '))
      .slice(0, 12)
      .join('\n'),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  }
}

/** What a mail server says of a mailbox names it. */
const address = /[^\s<>"'()]+@[^\s<>"'()]+/g

const withoutValues = (message: string): string =>
  message
    .replaceAll(address, '…@…')
    .replace(/\nparams: .*/s, '')
    .replaceAll(/invalid input syntax for type (\w+): .*/gs, 'invalid input syntax for type $1')
