import { pino, type DestinationStream, type Logger } from 'pino'
import { workContext } from './workContext.ts'

export type Log = Logger

/**
 * Structured logs without personal data: a request has its route pattern only, no URL, query, body or cookie. A line that is logged for a
 * request, or for a job that it sent, has its id as `reqId`.
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      mixin: (line: { reqId?: unknown }) => {
        const requestId = line.reqId === undefined ? workContext.getStore()?.requestId : undefined
        return requestId === undefined ? {} : { reqId: requestId }
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        streamWrite(line) {
          lineListener?.(line)
          return line
        },
      },
      serializers: { err: serializeError, req: serializeRequest, res: ({ statusCode }) => ({ statusCode }) },
    },
    destination,
  )

let lineListener: ((line: string) => void) | null = null

/** Calls back with each line of every log of this process, which is JSON; null ends it. */
export function setLogLineListener(listener: typeof lineListener): void {
  lineListener = listener
}

/**
 * Where the server writes its log. Lines that nobody reads any more are dropped: pino's own destination repeats them for ever while the process
 * exits, so that a server whose log reader is gone would not end.
 */
export function standardOutput(): DestinationStream {
  process.stdout.on('error', ignoreClosedPipe)
  return process.stdout
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

const serializeRequest = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'unknown',
})

/**
 * An error without data: Drizzle puts a failed statement's values into the message, and PostgreSQL the offending row into
 * `detail`, so neither is written.
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

/** Removes tokens; a mail server's error may quote a mail with a link that logs in. */
export const redactTokens = (text: string): string =>
  text.replaceAll(/(?<=[?&#]token=)[\w%-]+|\b[\w-]{43}\b/g, '…')

/** A mail server's error messages contain the recipient's address. */
const emailPattern = /[^\s<>"'()]+@[^\s<>"'()]+/g

const redactValues = (message: string): string =>
  redactTokens(message)
    .replaceAll(emailPattern, '…@…')
    .replace(/\nparams: .*/s, '')
    .replaceAll(/invalid input syntax for type (\w+): .*/gs, 'invalid input syntax for type $1')
