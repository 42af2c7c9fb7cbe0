import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNameFor } from '../../wire/cookies.ts'
import type { Role } from '../../wire/roles.ts'

/** The user that a session cookie proves. */
export interface AuthenticatedUser {
  userId: string
  /** An admin who still has to set up required two-step verification has the role of a customer. */
  role: Role
  /** The session's id, which is not secret. */
  sessionId: string
  /** Set for such an admin. */
  owesTwoFactor?: boolean
}

/** The login of a socket, which outlives its request. */
export interface LoginWatch {
  /** The hash of its token, or of the one that has replaced it; undefined without a cookie. */
  readonly tokenHash: string | undefined
  /** Reads its user; null once it has ended. */
  readUser(): Promise<AuthenticatedUser | null>
}

/** How long a browser keeps the cookie; the server decides when the session ends, which is before. */
const COOKIE_DAYS = 180
export const SESSION_COOKIE = 'gloed_session'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. A token has 256 random bits, so a plain hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

/** Sets an HttpOnly cookie that expires after `seconds`. */
export const setServerCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, seconds }: { secure: boolean; seconds: number },
): void =>
  void reply.setCookie(cookieNameFor(name, secure), value, { ...cookieOptions(secure), maxAge: seconds })

export const readServerCookie = (
  request: FastifyRequest,
  name: string,
  secure: boolean,
): string | undefined => request.cookies[cookieNameFor(name, secure)]

export const clearServerCookie = (reply: FastifyReply, name: string, secure: boolean): void =>
  void reply.clearCookie(cookieNameFor(name, secure), cookieOptions(secure))

export const readSessionToken = (request: FastifyRequest, secure: boolean): string | undefined =>
  readServerCookie(request, SESSION_COOKIE, secure)

/** The rest of this request is nobody's. */
export const forgetSessionToken = (request: FastifyRequest, secure: boolean): void =>
  void delete request.cookies[cookieNameFor(SESSION_COOKIE, secure)]

export const setSessionCookie = (reply: FastifyReply, token: string, secure: boolean): void =>
  setServerCookie(reply, SESSION_COOKIE, token, { secure, seconds: COOKIE_DAYS * 24 * 3600 })

export const clearSessionCookie = (reply: FastifyReply, secure: boolean): void =>
  clearServerCookie(reply, SESSION_COOKIE, secure)
