import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import type { PeppolGateway } from './gateway.ts'
import { receivePeppolEvent } from './track.service.ts'

/** @param gateway null without an access point */
export async function peppolRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateway: PeppolGateway | null,
): Promise<void> {
  await app.register(async scope => {
    // The signature is over the bytes of the body.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    serve(
      scope,
      endpoints.storecoveWebhook,
      input => receivePeppolEvent(platform, gateway, input),
      readSigned,
    )
  })
}

const readSigned = async ({ body, headers }: FastifyRequest) => {
  const textOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    payload: typeof body === 'string' ? body : '',
    signature: textOf('x-storecove-signature'),
    secret: textOf('x-webhook-secret'),
  }
}
