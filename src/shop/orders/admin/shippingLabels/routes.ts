import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendFile } from '../../../../platform/http/download.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../../platform/http/serve.ts'
import type { CarrierGateway } from '../../../shipping/carrier.gateway.ts'
import * as endpoints from './contract.ts'
import { findLabels } from './list.service.ts'
import { renderLabels } from './print.service.ts'
import {
  findLabelOptions,
  requestCancellation,
  requestLabels,
  requestReturnLabel,
} from './request.service.ts'
import { receiveCarrierEvent } from './track.service.ts'

/** @param gateway null when labels are made elsewhere */
export async function labelRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateway: CarrierGateway | null,
): Promise<void> {
  serve(app, endpoints.readLabelOptions, ({ orderId, weight }) =>
    findLabelOptions(platform, gateway, orderId, weight),
  )
  serve(app, endpoints.makeLabels, (input, { userId }) => requestLabels(platform, gateway, userId, input))
  serve(app, endpoints.makeReturnLabel, (input, { userId }) =>
    requestReturnLabel(platform, gateway, userId, input),
  )
  serve(app, endpoints.listLabels, ({ labelId }) => findLabels(platform.db, labelId))
  serve(app, endpoints.cancelLabel, ({ labelId }, { userId }) =>
    requestCancellation(platform, userId, labelId),
  )
  serveWithContext(app, endpoints.printLabels, async (input, _, { reply }) => {
    await sendFile(reply, await renderLabels(platform, gateway, input), true)
    return null
  })
  await app.register(async scope => {
    // The signature is over the bytes of the body.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    serve(
      scope,
      endpoints.sendcloudWebhook,
      input => receiveCarrierEvent(platform, gateway, input),
      readSigned,
    )
  })
}

const readSigned = async ({ body, headers }: FastifyRequest) => {
  const signature = headers['sendcloud-signature']
  return {
    payload: typeof body === 'string' ? body : '',
    signature: typeof signature === 'string' ? signature : undefined,
  }
}
