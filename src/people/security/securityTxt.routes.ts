import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'

/** A reader believes it until then (RFC 9116 wants less than a year). */
const VALID_FOR_MS = 180 * 24 * 3_600_000

/** Where a weakness is reported (RFC 9116). */
export function securityTxtRoutes(
  app: FastifyInstance,
  { settings, origin, now }: Pick<Platform, 'settings' | 'origin' | 'now'>,
): void {
  app.get('/.well-known/security.txt', (_, reply) => {
    const { email } = settings.current.company
    const lines = [
      `Contact: ${email === null ? `${origin()}/contact` : `mailto:${email}`}`,
      `Expires: ${new Date(now().getTime() + VALID_FOR_MS).toISOString()}`,
      'Preferred-Languages: nl, en',
      `Canonical: ${origin()}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
