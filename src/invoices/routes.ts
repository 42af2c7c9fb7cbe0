import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { downloadInvoice, listInvoices } from './contract.ts'
import { invoiceFile } from './document.service.ts'
import { invoicesOf, readInvoice } from './service.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listInvoices, ({ orderId }, { userId }) => invoicesOf(db, userId, orderId))
  serve(app, downloadInvoice, async ({ invoiceId }, who, { reply }) => {
    const invoice = await readInvoice(db, invoiceId, who.role === 'ADMIN' ? undefined : who.userId)
    const { filename, content, contentType } = await invoiceFile(invoice)
    await reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .send(content)
    return null
  })
}
