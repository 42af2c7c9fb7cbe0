import { setImmediate } from 'node:timers/promises'
import { isWithin } from '../../money/invoices/quarter.rules.ts'
import type { ProviderRecord } from '../../money/payments/contract.ts'
import type { PaymentProvider, ProviderLists } from '../../money/payments/provider.gateway.ts'
import type { Platform } from '../../platform/platform.ts'
import { UnreadableFileError } from '../../platform/text/encoding.rules.ts'
import { type ComparedQuarter, requestComparison } from './comparison.service.ts'
import { quarterSpan } from './quarter.service.ts'

/**
 * Compares the payments of a quarter with the export of a provider. Keeps the differences, and nothing else of the file.
 * @throws UnreadableFileError, and then nothing has changed; Problem CONFLICT for a closed quarter
 */
export async function compareWithExport(
  platform: Platform,
  readExport: NonNullable<PaymentProvider['readExport']>,
  by: string,
  { file, ...compared }: ComparedQuarter & { file: Buffer },
) {
  const records = await readExport(chunksOf(file))
  const span = await quarterSpan(platform.db, compared.quarter)
  if (!records.some(({ movedAt }) => isWithin(span, movedAt)))
    throw new UnreadableFileError('In dit bestand staat geen transactie van dit kwartaal.')
  return requestComparison(platform, by, compared, listsOf(records))
}

const CHUNK_BYTES = 64 * 1024

async function* chunksOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) {
    yield file.subarray(at, at + CHUNK_BYTES)
    // Live control shares this thread.
    await setImmediate()
  }
}

const PAGE_SIZE = 250

/** Records as a provider's lists: newest first, with the place of the next page as its id. */
function listsOf(records: readonly ProviderRecord[]): ProviderLists {
  const newestFirst = records.toSorted((one, other) => other.movedAt.getTime() - one.movedAt.getTime())
  const byKind = Map.groupBy(newestFirst, ({ kind }) => kind)
  const readPage: ProviderLists['readPage'] = async (kind, from) => {
    const all = byKind.get(kind) ?? []
    const end = Number(from) + PAGE_SIZE
    return { records: all.slice(Number(from), end), next: end < all.length ? String(end) : null }
  }
  return { readPage }
}
