import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { renderInvoiceFile } from '../../money/invoices/pdf.service.ts'
import { buildUbl } from '../../money/invoices/ubl.rules.ts'
import type { Db } from '../../platform/db.ts'
import { readInvoices } from './service.ts'
import { isZip64Record, zip64Records } from './zip64.rules.ts'

/**
 * All invoices and credit notes of a quarter in a ZIP, as PDF and as UBL, written as fast as it is read, so that memory holds one batch however many
 * there are. PDFs are compressed already.
 */
export async function openInvoiceArchive(db: Db, quarter: string): Promise<Readable> {
  const { makeZip } = await import('client-zip')
  let entries = 0
  const counted = async function* () {
    for await (const file of renderInvoices(db, quarter)) {
      entries += 1
      yield file
    }
  }
  return Readable.from(
    endZip(makeZip(counted()), () => entries),
    { objectMode: false },
  )
}

/** A part is held back until the next, so that the last is known: it may need the records of ZIP64 before it. */
async function* endZip(parts: AsyncIterable<Uint8Array>, count: () => number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined
  let hasZip64 = false
  for await (const part of parts) {
    if (held) {
      hasZip64 = isZip64Record(held)
      yield held
    }
    held = part
  }
  if (!held) return
  const records = zip64Records(held, count(), hasZip64)
  if (records) yield records
  yield held
}

async function* renderInvoices(db: Db, quarter: string) {
  for await (const batch of readInvoices(db, quarter))
    for (const invoice of batch) {
      const { filename: name, content: pdf } = await renderInvoiceFile(invoice)
      const { issuedAt: lastModified, content } = invoice
      yield { name, input: pdf, lastModified }
      // Older ones have not the VAT of each line.
      const { vat } = content
      if (vat)
        yield {
          name: name.replace(/pdf$/, 'xml'),
          input: buildUbl({ ...invoice, content: { ...content, vat } }),
          lastModified,
        }
      // Live control shares this thread.
      await setImmediate()
    }
}
