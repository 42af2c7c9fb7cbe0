import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { OwnOrderLookup } from '../../money/invoices/service.ts'
import { keepLinkToken, readLinkToken } from '../../platform/http/linkCookie.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, type CallContext, serveWithContext } from '../../platform/http/serve.ts'
import { Problem } from '../../wire/problem.ts'
import * as endpoints from './contract.ts'
import { type DownloadOwner, findDeliveredLines, revealCodes } from './delivery.service.ts'
import { openDownload } from './download.service.ts'
import { findTokenOwner } from './token.service.ts'

/** The downloads of a buyer, and of whoever has the link in the mail. */
export function downloadRoutes(app: FastifyInstance, platform: Platform, findOwnOrder: OwnOrderLookup): void {
  const { db, now, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  serve(app, endpoints.listDownloads, async ({ orderId }, { userId }) => {
    const delivered = await findDeliveredLines(db, { orderId, userId }, now())
    if (delivered.length === 0) await findOwnOrder(db, userId, orderId)
    return delivered
  })
  serve(app, endpoints.showCodes, ({ orderId, itemId }, { userId }) =>
    revealCodes(db, { orderId, userId }, itemId, now()),
  )
  serveWithContext(app, endpoints.downloadFile, ({ orderId, ...file }, { userId }, context) =>
    sendDownload(platform, { orderId, userId }, file, context),
  )
  serveWithContext(app, endpoints.openDownloads, async ({ token }, _, { reply }) => {
    const lines = await findDeliveredLines(db, await findTokenOwner(db, token, now()), now())
    for (const { itemId } of lines) keepLinkToken(reply, itemId, token, { secure: isSecure() })
    return lines
  })
  serve(app, endpoints.showLinkCodes, async ({ token, itemId }) =>
    revealCodes(db, await findTokenOwner(db, token, now()), itemId, now()),
  )
  serveWithContext(app, endpoints.downloadLinkFile, async (file, _, context) => {
    const token = readLinkToken(context.request, file.itemId, isSecure())
    return sendDownload(platform, await findTokenOwner(db, token, now()), file, context)
  })
}

/** Streams a file, or a part of it. */
async function sendDownload(
  platform: Platform,
  owner: DownloadOwner,
  file: { itemId: string; fileId: string },
  { request, reply }: CallContext,
): Promise<null> {
  const { range, 'if-range': ifRange } = request.headers
  const wanted = {
    ...file,
    range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    isHead: request.method === 'HEAD',
  }
  const { status, headers, content } = await openDownload(platform, owner, wanted)
  if (status === 416) {
    reply.headers(headers)
    throw new Problem('RANGE_NOT_SATISFIABLE')
  }
  // An empty stream keeps the Content-Length of a HEAD response; text would replace it.
  await reply
    .code(status)
    .headers(headers)
    .send(content ?? (wanted.isHead ? Readable.from([]) : ''))
  return null
}
