import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../wire/roles.ts'

/** Who is asking, proven by a session. */
export interface AuthenticatedUser {
  userId: string
  /** An admin of whom two-step verification is demanded is a customer until they have it. */
  role: Role
  /** The session's id, which is no secret. */
  sessionId: string
  /** Set for such an admin. */
  owesTwoFactor?: boolean
}

export const SESSION_DAYS = 30
const SESSION_COOKIE = 'gloed_session'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. It has 256 random bits, so a plain hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Browsers only take `__Host-` over HTTPS, from this host and for the whole of it: there no neighbour can plant one. */
const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

/** A cookie that only the server reads, gone after `seconds`. */
export const setServerCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, seconds }: { secure: boolean; seconds: number },
): void =>
  void reply.setCookie(cookieName(name, secure), value, { ...cookieOptions(secure), maxAge: seconds })

export const readServerCookie = (
  request: FastifyRequest,
  name: string,
  secure: boolean,
): string | undefined => request.cookies[cookieName(name, secure)]

export const clearServerCookie = (reply: FastifyReply, name: string, secure: boolean): void =>
  void reply.clearCookie(cookieName(name, secure), cookieOptions(secure))

export const readSessionToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  readServerCookie(request, SESSION_COOKIE, secure)

export const setSessionCookie = (reply: FastifyReply, token: string, secure: boolean): void =>
  setServerCookie(reply, SESSION_COOKIE, token, { secure, seconds: SESSION_DAYS * 24 * 3600 })

export const clearSessionCookie = (reply: FastifyReply, secure: boolean): void =>
  clearServerCookie(reply, SESSION_COOKIE, secure)
