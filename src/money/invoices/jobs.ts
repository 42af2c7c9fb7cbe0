import type { Platform } from '../../platform/platform.ts'
import {
  createCreditNote,
  creditNoteJob,
  invoiceJob,
  invoicePurchase,
  type InvoiceSources,
} from './issue.service.ts'

export async function invoiceJobs(platform: Platform, sources: InvoiceSources): Promise<void> {
  const { jobs } = platform
  await jobs.work(invoiceJob, ({ kind, subjectId }) => invoicePurchase(platform, sources, kind, subjectId))
  await jobs.work(creditNoteJob, ({ refundId }) => createCreditNote(platform, sources, refundId))
}
