import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { renderInvoiceFile } from '../../money/invoices/pdf.service.ts'
import { buildUbl } from '../../money/invoices/ubl.rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { writeZip, type ZipFile } from '../../platform/files/zip.ts'
import { readInvoices } from './service.ts'

/**
 * All invoices and credit notes of a quarter in a ZIP, as PDF and as UBL, written as fast as it is read, so that memory holds one batch however many
 * there are. PDFs are compressed already.
 */
export const openInvoiceArchive = (db: Db, quarter: string): Readable =>
  Readable.from(writeZip(renderInvoices(db, quarter)), { objectMode: false })

async function* renderInvoices(db: Db, quarter: string): AsyncGenerator<ZipFile> {
  for await (const batch of readInvoices(db, quarter))
    for (const invoice of batch) {
      const { filename: name, content: pdf } = await renderInvoiceFile(invoice)
      const { issuedAt: modifiedAt } = invoice
      yield { name, content: Buffer.from(pdf), modifiedAt }
      yield { name: name.replace(/pdf$/, 'xml'), content: Buffer.from(buildUbl(invoice)), modifiedAt }
      // Live control shares this thread.
      await setImmediate()
    }
}
