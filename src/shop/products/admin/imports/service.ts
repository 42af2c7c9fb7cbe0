import type { Readable } from 'node:stream'
import { eq, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { productSafety } from '../../safety/table.ts'
import { categories, products } from '../../catalog/table.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { memoizeQuery } from '../../../../platform/db/preparedStatements.ts'
import { isAnyOf, toPgArray } from '../../../../platform/db/sql.ts'
import { newStorageKey } from '../../../../platform/files/storage.ts'
import { type CsvRecord, readCsv } from '../../../../platform/text/csvReader.ts'
import { UnreadableFileError } from '../../../../platform/text/encoding.rules.ts'
import { MAX_IMPORT_LINES, type BulkEdit, type LineError } from '../bulk/contract.ts'
import { changesForImport, planChanges } from '../bulk/rules.ts'
import {
  findBulkEdit,
  checkBulkEditJob,
  planBulkEdit,
  insertBulkLines,
  type BulkEditRow,
} from '../bulk/service.ts'
import { findMissingCells, parseCsvLine, type ParsedCsvLine } from './csv.rules.ts'
import { indexCategoryIds, indexOperatorIds } from './csvCells.rules.ts'
import { parseCsvHeader, type CsvHeader } from './csvHeadings.rules.ts'
import { changesSafety, findNewSafetyErrors, findSafetyErrors, safetyAfter } from './csvSafety.rules.ts'
import type { StockCause } from '../contract.ts'
import { findVariantErrors } from './csvVariants.rules.ts'
import { refuseBrokenFamilies } from './families.service.ts'
import { findOperatorNames, safetyColumns } from '../safety/line.service.ts'
import { BULK_BATCH_SIZE, parents, snapshotColumns } from '../bulk/snapshot.service.ts'
import { bulkEdits, bulkLines } from '../table.ts'

const FOLDER = 'imports'
/** Bytes up to which a file is checked before the request returns; larger ones are left to a job. */
const MAX_SYNC_BYTES = 128 * 1024

export interface ProductImportUpload {
  name: string
  bytes: Readable
  /** Call it after the last chunk. @throws Problem TOO_LARGE */
  assertComplete: () => void
  addsNew: boolean
  cause: StockCause
  note: string | null
}

/** Stores an uploaded file and has it checked. Products change only when it is applied. */
export async function startImport(
  platform: Platform,
  by: string,
  { name, bytes, assertComplete, ...options }: ProductImportUpload,
): Promise<z.input<typeof BulkEdit>> {
  const { db, jobs, storage } = platform
  const fileKey = newStorageKey(FOLDER, 'csv')
  let size = 0
  const counted = countBytes(bytes, length => (size += length))
  try {
    await storage.put(fileKey, counted)
    assertComplete()
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
    if (!row) throw new Error('the insert returned no row')
    if (size > MAX_SYNC_BYTES) await jobs.send(tx, checkBulkEditJob, { bulkId: row.id })
    return row.id
  })
  if (size <= MAX_SYNC_BYTES) await checkBulkEdit(platform, bulkId)
  return findBulkEdit(db, bulkId)
}

/** Passes chunks on, and tells the length of each. */
async function* countBytes(source: AsyncIterable<Buffer>, count: (length: number) => void) {
  for await (const chunk of source) {
    count(chunk.length)
    yield chunk
  }
}

/** Plans the changes of a bulk edit, or of an imported file. */
export async function checkBulkEdit(platform: Platform, bulkId: string): Promise<void> {
  const { db, storage } = platform
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  if (row?.state !== 'CHECKING') return
  const { fileKey } = row
  if (!fileKey) return planBulkEdit(platform, bulkId)
  const own = eq(bulkEdits.id, bulkId)
  await db.delete(bulkLines).where(eq(bulkLines.bulkId, bulkId))
  try {
    const total = await stageFile(platform, { ...row, fileKey })
    await refuseBrokenFamilies(db, bulkId)
    await db.update(bulkEdits).set({ state: 'READY', done: total, total, fileKey: null }).where(own)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    await db.update(bulkEdits).set({ state: 'FAILED', problem: error.message, fileKey: null }).where(own)
  }
  await storage.remove(fileKey)
}

/** Checks a file and inserts its lines. @returns how many there are. @throws UnreadableFileError */
async function stageFile({ db, storage }: Platform, row: BulkEditRow & { fileKey: string }): Promise<number> {
  let read = 0
  const stager = await createLineStager(db, row)
  const counted = countBytes(storage.open(row.fileKey), length => (read += length))
  let batch: CsvRecord[] = []
  const flush = async () => {
    await stager.take(batch)
    await db.update(bulkEdits).set({ done: read }).where(eq(bulkEdits.id, row.id))
    batch = []
  }
  for await (const record of readCsv(counted)) {
    if (!stager.header) await stager.begin(record)
    else if (batch.push(record) >= BULK_BATCH_SIZE) await flush()
  }
  if (!stager.header) throw new UnreadableFileError('Dit bestand is leeg.')
  await flush()
  if (stager.total === 0) throw new UnreadableFileError('Onder de eerste regel staat niets.')
  return stager.total
}

/** Checks the lines of a file and inserts them: `begin` takes the header, then `take` each batch of lines. */
async function createLineStager(db: Db, row: BulkEditRow) {
  const operators = await findOperatorNames(db)
  const known = {
    categories: indexCategoryIds(
      await db.select({ id: categories.id, name: categories.name, slug: categories.slug }).from(categories),
    ),
    operators: indexOperatorIds(operators),
  }
  const countries = new Map(operators.map(({ id, country }) => [id, country]))
  /** The first line of each SKU. */
  const seen = new Map<string, number>()
  const stager = {
    header: null as CsvHeader | null,
    total: 0,
    async begin({ cells }: CsvRecord) {
      const header = parseCsvHeader(cells)
      if (typeof header === 'string') throw new UnreadableFileError(header)
      stager.header = header
      await db.update(bulkEdits).set({ ignored: header.ignored }).where(eq(bulkEdits.id, row.id))
    },
    async take(records: CsvRecord[]) {
      const header = stager.header as CsvHeader
      stager.total += records.length
      if (stager.total > MAX_IMPORT_LINES)
        throw new UnreadableFileError(
          `Dit bestand heeft meer dan ${MAX_IMPORT_LINES.toLocaleString('nl-NL')} regels. Deel het op.`,
        )
      const lines = records.map(({ line, cells }) => {
        const read = { line, ...parseCsvLine(header, cells, known) }
        const first = seen.get(read.sku)
        if (first !== undefined) read.errors.push(skuError(`Deze SKU staat ook op regel ${first}.`))
        else if (read.sku) seen.set(read.sku, line)
        return read
      })
      await insertBulkLines(db, row.id, await planImportedLines(db, lines, row.addsNew, countries))
    },
  }
  return stager
}

const refused = 'REFUSED' as const
const skuError = (message: string): LineError => ({ column: 'SKU', message })

/** Built once, because a large file runs it for each batch of lines. */
const productsBySkuQuery = memoizeQuery(db =>
  db
    .select({ ...snapshotColumns, ...safetyColumns, parentSku: parents.sku, parentOptions: parents.options })
    .from(products)
    .leftJoin(parents, eq(parents.id, products.parentId))
    .leftJoin(productSafety, eq(productSafety.productId, products.id))
    .where(isAnyOf(products.sku, sql.placeholder('skus')))
    .prepare('imported_products'),
)

/** Plans the changes of lines against their products, which are read in one query. */
async function planImportedLines(
  db: Db,
  lines: (ParsedCsvLine & { line: number })[],
  addsNew: boolean,
  countries: ReadonlyMap<string, string>,
) {
  const skus = toPgArray(lines.map(({ sku }) => sku))
  const found = await productsBySkuQuery(db).execute({ skus })
  const bySku = new Map(found.map(product => [product.sku, product]))
  return lines.map(({ line, sku, values, errors: wrong }) => {
    const product = bySku.get(sku)
    const name = String(values.name ?? product?.name ?? '')
    const read = { line, sku, name, productId: product?.id ?? null, values }
    if (product) {
      const { verdict, changes, errors } = planChanges(changesForImport(values, product), product)
      const unsafe =
        product.parentId === null && changesSafety(changes)
          ? findSafetyErrors(safetyAfter(product, changes), countries)
          : []
      const all = withUntold([...wrong, ...findVariantErrors(values, changes, product), ...errors], unsafe)
      return { ...read, verdict: all.length > 0 ? refused : verdict, changes, errors: all }
    }
    const missing = addsNew ? findMissingCells(values, wrong) : []
    const unsafe = addsNew ? findNewSafetyErrors(values, countries) : []
    const unknown = !addsNew && wrong.length === 0 ? [skuError('We kennen geen product met deze SKU.')] : []
    const errors = withUntold([...wrong, ...missing, ...unknown], unsafe)
    return { ...read, verdict: errors.length > 0 ? refused : ('NEW' as const), changes: {}, errors }
  })
}

/** Adds the errors of columns that have none yet. */
const withUntold = (told: LineError[], more: LineError[]): LineError[] => [
  ...told,
  ...more.filter(({ column }) => !told.some(each => each.column === column)),
]

const DAY = 24 * 3600_000

/** Deletes bulk edits of more than a week ago, and files that are no longer needed. */
export async function cleanUpBulkEdits({ db, storage, now }: Platform): Promise<void> {
  await db.delete(bulkEdits).where(lt(bulkEdits.createdAt, new Date(now().getTime() - 7 * DAY)))
  for (const key of await storage.listWrittenBefore(FOLDER, new Date(now().getTime() - DAY)))
    await storage.remove(key)
}
