import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db.ts'
import { sendFile } from '../../platform/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { downloadInvoice, listInvoices } from './contract.ts'
import { renderInvoiceFile } from './pdf.service.ts'
import { findInvoices, getInvoice } from './service.ts'

/** Reads one's own order. @throws Problem NOT_FOUND for an unknown order or another user's */
type OwnOrderLookup = (db: Db, userId: string, orderId: string) => Promise<unknown>

export function invoiceRoutes(app: FastifyInstance, { db }: Platform, findOwnOrder: OwnOrderLookup): void {
  serve(app, listInvoices, async ({ orderId }, { userId }) => {
    const found = await findInvoices(db, userId, orderId)
    if (found.length === 0) await findOwnOrder(db, userId, orderId)
    return found
  })
  serve(app, downloadInvoice, async ({ invoiceId }, who, { reply }) => {
    const invoice = await getInvoice(db, invoiceId, who.role === 'ADMIN' ? undefined : who.userId)
    await sendFile(reply, await renderInvoiceFile(invoice))
  })
}
