import type { Readable } from 'node:stream'
import { eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { categories, products } from '../../shop/catalog/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { freshKey } from '../../platform/storage.ts'
import { MOST_LINES, type Bulk, type LineError } from './bulk.contract.ts'
import { importOf, planOf } from './bulk.rules.ts'
import { BATCH, bulkOf, checkJob, planEdit, stage, type BulkRow, type StagedLine } from './bulk.service.ts'
import { categoryIds, missingFor, readHeader, readLine, type Header, type ReadLine } from './csv.rules.ts'
import { readCsv, type CsvRecord } from './csv.service.ts'
import { Unreadable } from './encoding.rules.ts'
import type { StockCause } from './history.contract.ts'
import { isAmong, present } from './present.service.ts'
import { bulkEdits, bulkLines } from './table.ts'

const FOLDER = 'imports'
/** Bytes up to which the caller waits for what is found; more is a job's work. */
const SOON = 128 * 1024

export interface Upload {
  name: string
  bytes: Readable
  /** To be asked once all of it was read. @throws Problem TOO_LARGE */
  expectWhole: () => void
  addsNew: boolean
  cause: StockCause
  note: string | null
}

/** Keeps a file that someone brings, and has it looked at. Nothing changes before it is applied. */
export async function beginImport(
  platform: Platform,
  by: string,
  { name, bytes, expectWhole, ...options }: Upload,
): Promise<z.input<typeof Bulk>> {
  const { db, jobs, storage } = platform
  const fileKey = freshKey(FOLDER, 'csv')
  let size = 0
  const counted = async function* () {
    for await (const chunk of bytes) {
      size += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  try {
    await storage.put(fileKey, counted())
    expectWhole()
  } catch (error) {
    await storage.remove(fileKey)
    throw error
  }
  const bulkId = await db.transaction(async tx => {
    const file = { fileName: name, fileKey, total: size }
    const [row] = await tx
      .insert(bulkEdits)
      .values({ actorId: by, state: 'CHECKING', ...file, ...options })
      .returning({ id: bulkEdits.id })
    if (!row) throw new Error('not kept')
    if (size > SOON) await jobs.send(tx, checkJob, { bulkId: row.id })
    return row.id
  })
  if (size <= SOON) await check(platform, bulkId)
  return bulkOf(db, bulkId)
}

/** Says of each product, or each line of a file, what would become of it. */
export async function check(platform: Platform, bulkId: string): Promise<void> {
  const { db, storage } = platform
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  if (row?.state !== 'CHECKING') return
  if (!row.fileKey) return planEdit(db, bulkId)
  const own = eq(bulkEdits.id, bulkId)
  await db.delete(bulkLines).where(eq(bulkLines.bulkId, bulkId))
  try {
    const total = await readFile(platform, row)
    await db.update(bulkEdits).set({ state: 'READY', done: total, total, fileKey: null }).where(own)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await db.update(bulkEdits).set({ state: 'FAILED', problem: error.message, fileKey: null }).where(own)
  }
  await storage.remove(row.fileKey)
}

/** @returns how many lines there are. @throws Unreadable */
async function readFile({ db, storage }: Platform, row: BulkRow): Promise<number> {
  let read = 0
  const reader = await lineReader(db, row)
  const counted = async function* () {
    for await (const chunk of storage.open(row.fileKey as string)) {
      read += (chunk as Buffer).length
      yield chunk as Buffer
    }
  }
  let batch: CsvRecord[] = []
  const flush = async () => {
    await reader.take(batch)
    await db.update(bulkEdits).set({ done: read }).where(eq(bulkEdits.id, row.id))
    batch = []
  }
  for await (const record of readCsv(counted())) {
    if (!reader.header) await reader.begin(record)
    else if (batch.push(record) >= BATCH) await flush()
  }
  if (!reader.header) throw new Unreadable('Dit bestand is leeg.')
  await flush()
  if (reader.total === 0) throw new Unreadable('Onder de eerste regel staat niets.')
  return reader.total
}

async function lineReader(db: Db, row: BulkRow) {
  const ids = categoryIds(
    await db.select({ id: categories.id, name: categories.name, slug: categories.slug }).from(categories),
  )
  /** The line on which each SKU stood first. */
  const seen = new Map<string, number>()
  const reader = {
    header: null as Header | null,
    total: 0,
    async begin({ cells }: CsvRecord) {
      const header = readHeader(cells)
      if (typeof header === 'string') throw new Unreadable(header)
      reader.header = header
      await db.update(bulkEdits).set({ ignored: header.ignored }).where(eq(bulkEdits.id, row.id))
    },
    async take(records: CsvRecord[]) {
      const header = reader.header as Header
      reader.total += records.length
      if (reader.total > MOST_LINES)
        throw new Unreadable(
          `Dit bestand heeft meer dan ${MOST_LINES.toLocaleString('nl-NL')} regels. Deel het op.`,
        )
      const lines = records.map(({ line, cells }) => {
        const read = { line, ...readLine(header, cells, ids) }
        const first = seen.get(read.sku)
        if (first !== undefined) read.errors.push(repeated(first))
        else if (read.sku) seen.set(read.sku, line)
        return read
      })
      await stage(db, row.id, await planned(db, lines, row.addsNew))
    },
  }
  return reader
}

const repeated = (first: number): LineError => ({
  column: 'SKU',
  message: `Deze SKU staat ook op regel ${first}.`,
})

/** Compares lines with the products that they name, in one look. */
async function planned(
  db: Db,
  lines: (ReadLine & { line: number })[],
  addsNew: boolean,
): Promise<StagedLine[]> {
  const found = await db
    .select(present)
    .from(products)
    .where(
      isAmong(
        products.sku,
        lines.map(({ sku }) => sku),
      ),
    )
  const bySku = new Map(found.map(product => [product.sku, product]))
  return lines.map(({ line, sku, values, errors: wrong }) => {
    const product = bySku.get(sku)
    const name = String(values.name ?? product?.name ?? '')
    const read = { line, sku, name, productId: product?.id ?? null, values }
    if (product) {
      const { verdict, changes, errors } = planOf(importOf(values, product), product)
      const all = [...wrong, ...errors]
      return { ...read, verdict: all.length > 0 ? 'REFUSED' : verdict, changes, errors: all }
    }
    const errors = [...wrong, ...(addsNew ? missingFor(values, wrong) : wrong.length === 0 ? [unknown] : [])]
    return { ...read, verdict: errors.length > 0 ? 'REFUSED' : 'NEW', changes: {}, errors }
  })
}

const unknown: LineError = {
  column: 'SKU',
  message: 'We kennen geen product met deze SKU.',
}

const DAY = 24 * 3600_000

/** Forgets edits and imports that are a week old, and files that nobody reads any more. */
export async function sweepBulks({ db, storage, now }: Platform): Promise<void> {
  await db.delete(bulkEdits).where(lt(bulkEdits.createdAt, new Date(now().getTime() - 7 * DAY)))
  for (const key of await storage.writtenBefore(FOLDER, new Date(now().getTime() - DAY)))
    await storage.remove(key)
}
