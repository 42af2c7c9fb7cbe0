import type { Db } from '../../../platform/db/db.ts'
import { pictures } from '../table.ts'
import { inArray } from 'drizzle-orm'
import { toPictureResponse } from '../service.ts'
import type { PictureProgress } from '../contract.ts'

/** The progress of these pictures, in the given order. */
export async function readPictureProgress(db: Db, ids: string[]): Promise<PictureProgress[]> {
  const rows = await db.select().from(pictures).where(inArray(pictures.id, ids))
  return ids.flatMap(id => rows.filter(row => row.id === id).map(toPictureResponse))
}
