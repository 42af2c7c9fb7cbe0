import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/http/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { downloadInvoice, listInvoices } from './contract.ts'
import { renderInvoiceFile } from './pdf.service.ts'
import { findInvoices, getInvoice, type OwnOrderLookup } from './service.ts'

export function invoiceRoutes(app: FastifyInstance, { db }: Platform, findOwnOrder: OwnOrderLookup): void {
  serve(app, listInvoices, async ({ orderId }, { userId }) => {
    const found = await findInvoices(db, userId, orderId)
    if (found.length === 0) await findOwnOrder(db, userId, orderId)
    return found
  })
  serveWithContext(app, downloadInvoice, async ({ invoiceId }, who, { reply }) => {
    const invoice = await getInvoice(db, invoiceId, who.role === 'ADMIN' ? undefined : who.userId)
    await sendFile(reply, await renderInvoiceFile(invoice))
  })
}
