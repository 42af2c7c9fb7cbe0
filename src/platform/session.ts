import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../accounts/contract.ts'

/** Who is asking, proven by a session. */
export interface Who {
  userId: string
  role: Role
}

export const SESSION_DAYS = 30
const plainName = 'gloed_session'
/** Browsers only take this name over HTTPS, from this host and for the whole of it. */
const secureName = `__Host-${plainName}`

export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. It has 256 random bits, so a plain hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const readToken = (request: FastifyRequest): string | undefined =>
  request.cookies[secureName] ?? request.cookies[plainName]

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(secure ? secureName : plainName, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SESSION_DAYS * 24 * 3600,
  })
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(secure ? secureName : plainName, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}
