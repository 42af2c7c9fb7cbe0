import type { SQL } from 'drizzle-orm'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../../../platform/text/csv.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { toCsvCells } from './csv.rules.ts'
import { operatorReferences } from './csvCells.rules.ts'
import { csvHeadings } from './csvHeadings.rules.ts'
import { findOperatorNames } from '../safety/line.service.ts'
import { readSnapshots } from '../bulk/snapshot.service.ts'

/** Streams the matching products as CSV. */
export async function* streamProductsCsv(db: Db, where: SQL | undefined): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsvRows([csvHeadings()])
  const operators = operatorReferences(await findOperatorNames(db))
  for await (const batch of readSnapshots(db, where))
    if (batch.length > 0) yield writeCsvRows(batch.map(product => toCsvCells(product, operators)))
}
