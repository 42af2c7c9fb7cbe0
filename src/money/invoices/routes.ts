import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { downloadInvoice, listInvoices } from './contract.ts'
import { renderInvoiceFile } from './pdf.service.ts'
import { findInvoices, getInvoice } from './service.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listInvoices, ({ orderId }, { userId }) => findInvoices(db, userId, orderId))
  serve(app, downloadInvoice, async ({ invoiceId }, who, { reply }) => {
    const invoice = await getInvoice(db, invoiceId, who.role === 'ADMIN' ? undefined : who.userId)
    await sendFile(reply, await renderInvoiceFile(invoice))
  })
}
