import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import {
  clearServerCookie,
  clearSessionCookie,
  forgetSessionToken,
  readSessionToken,
} from '../../../platform/http/session.ts'
import { readCookie, SIGNED_OUT_COOKIE } from '../../../wire/cookies.ts'
import { deleteLoginSessionByToken, type OnLoginEnded } from './session.service.ts'

/** Whether somebody signed out in this browser without a connection, and the session goes on (OWASP ASVS 5.0, 14.3.1). */
export const isSignedOutOffline = ({ headers }: FastifyRequest): boolean =>
  readCookie(headers.cookie, SIGNED_OUT_COOKIE) === '1'

/** Ends the session of the browser, and whatever was being controlled by it. From there on the request is nobody's. */
export function createSignOut(platform: Platform, onLoginEnded: OnLoginEnded) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isSecure = platform.origin().startsWith('https:')
    const token = readSessionToken(request, isSecure)
    const userId = token && (await deleteLoginSessionByToken(platform, token))
    if (userId) await onLoginEnded(userId)
    forgetSessionToken(request, isSecure)
    clearSessionCookie(reply, isSecure)
    if (isSignedOutOffline(request)) clearServerCookie(reply, SIGNED_OUT_COOKIE, isSecure)
  }
}
