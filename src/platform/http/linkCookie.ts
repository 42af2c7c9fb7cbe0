import type { FastifyReply, FastifyRequest } from 'fastify'
import { readServerCookie, setServerCookie } from './session.ts'

const nameFor = (subject: string): string => `gloed_link_${subject}`
const DAY_SECONDS = 24 * 3600

/**
 * Keeps the token of a mailed link for a day in a cookie that scripts can't read, so that its file can be downloaded by a URL without the
 * token, which proxies would log (OWASP ASVS 5.0, 14.2.1).
 * @param subject the subject that it opens: several links may be open in one browser
 */
export const keepLinkToken = (
  reply: FastifyReply,
  subject: string,
  token: string,
  { secure }: { secure: boolean },
): void => setServerCookie(reply, nameFor(subject), token, { secure, seconds: DAY_SECONDS })

/** The token that `keepLinkToken` kept; empty, which opens nothing, when the browser has none. */
export const readLinkToken = (request: FastifyRequest, subject: string, secure: boolean): string =>
  readServerCookie(request, nameFor(subject), secure) ?? ''
