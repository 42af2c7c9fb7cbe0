import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Structured logs. They name calls by their pattern and people by nothing: no address, no query, no body, no cookie. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError, req: serializeRequest, res: ({ statusCode }) => ({ statusCode }) },
    },
    destination,
  )

const serializeRequest = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'unknown',
})

/**
 * An error without the data that it was about: Drizzle puts a failed statement's values into the message, and PostgreSQL
 * the offending row into `detail`, so neither is written.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: redactValues(error.message),
    ...(code !== undefined && { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => line.startsWith('    at '))
      .slice(0, 12)
      .join('\n'),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}

/** What a mail server says of a mailbox names it. */
const emailPattern = /[^\s<>"'()]+@[^\s<>"'()]+/g

const redactValues = (message: string): string =>
  message
    .replaceAll(emailPattern, '…@…')
    .replace(/\nparams: .*/s, '')
    .replaceAll(/invalid input syntax for type (\w+): .*/gs, 'invalid input syntax for type $1')
