import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { creatorPictures } from '../../live/creatorPages/table.ts'
import { gifts } from '../../live/gifts/table.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStores } from '../../platform/files/fileStores.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { categories, products } from '../../shop/products/catalog/table.ts'
import { digitalFiles } from '../../shop/downloads/table.ts'
import { productManuals } from '../../shop/products/safety/table.ts'
import { pictures } from '../../shop/pictures/table.ts'
import { listSizes, storedName } from './files.service.ts'
import type { FileInfo } from './rules.ts'

interface NamedFile {
  /** As in a backup: below `media/` or `files/`. */
  path: string
  /** Null when the row does not say it. */
  bytes: number | null
  /** How many files there are in its folder. */
  siblings: number
}

/** The demo's pictures are part of the program. */
const isStored = (url: SQL | PgColumn): SQL => sql`${url} like '/media/%' and ${url} not like '/media/demo/%'`
const pathOfUrl = (url: SQL | PgColumn): SQL => sql`substr(${url}, 2)`

/**
 * Every file that a row names, in one statement. Not the pictures of order lines: those show what a product looked like, and are gone when
 * it got another picture. Exports and imports by the names of their tables, because their slices stand above this one.
 */
const namedFiles = sql`
  select 'files/' || ${digitalFiles.storageKey} as path, ${digitalFiles.bytes}::float8 as bytes, 1 as siblings
    from ${digitalFiles} where ${digitalFiles.readyAt} is not null
  union all select ${pathOfUrl(pictures.address)}, null, ${pictures.done} - 1
    from ${pictures} where ${pictures.status} = 'READY'
  union all select 'media/' || ${pictures.source}, null, 1 from ${pictures} where ${pictures.status} = 'WAITING'
  union all select 'media/' || ${productManuals.storageKey}, ${productManuals.bytes}::float8, 1 from ${productManuals}
  union all select ${pathOfUrl(products.imageUrl)}, null, 1 from ${products} where ${isStored(products.imageUrl)}
  union all select ${pathOfUrl(sql`image`)}, null, 1
    from ${products}, unnest(${products.images}) as image where ${isStored(sql`image`)}
  union all select ${pathOfUrl(categories.imageUrl)}, null, 1
    from ${categories} where ${isStored(categories.imageUrl)}
  union all select ${pathOfUrl(gifts.imageUrl)}, null, 1 from ${gifts} where ${isStored(gifts.imageUrl)}
  union all select ${pathOfUrl(users.avatarUrl)}, null, 1 from ${users} where ${isStored(users.avatarUrl)}
  union all select ${pathOfUrl(creatorPictures.path)}, null, 1 from ${creatorPictures} where ${isStored(creatorPictures.path)}
  union all select 'media/' || file_key, null, 1 from data_exports where file_key is not null
  union all select 'media/' || file_key, null, 1 from bulk_edits where file_key is not null`

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

interface MissingFile {
  path: string
  /** The missing file: the file itself, or some of the renditions beside it, which its row names by it. */
  text: string
  hasRenditions: boolean
}

/**
 * Compares rows with files by their sizes.
 * @param lost files that are known to be lost, which are not reported again
 * @returns the files that a row names and that are missing, or have another size
 */
export async function listMissingFiles(
  db: Db,
  stores: FileStores,
  { files, lost }: { files: readonly FileInfo[]; lost: readonly string[] },
): Promise<MissingFile[]> {
  const sizes = await listSizes(stores)
  const isLost = new Set(lost)
  const backedUp = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const counts = new Map<string, number>()
  for (const path of [...sizes.keys(), ...lost])
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
  const missing: MissingFile[] = []
  for (const { path, bytes, siblings } of await queryRows<NamedFile>(db, namedFiles)) {
    if (isLost.has(path)) continue
    const size = sizes.get(path)
    const expected = bytes ?? backedUp.get(storedName(path)) ?? size
    const count = counts.get(folderOf(path)) ?? 0
    const hasRenditions = siblings > 1
    if (size === undefined || size !== expected) missing.push({ path, text: path, hasRenditions })
    else if (count < siblings)
      missing.push({ path, text: `${folderOf(path)} (${count} van ${siblings})`, hasRenditions })
  }
  return missing
}

/**
 * Compares the rows of a restored shop with its files, by their sizes: their hashes were compared when they were written.
 * @param lost files that are known to be lost, which are not told again
 * @returns the paths of files that a row names and that are not there or of another size; of a picture's renditions, which a row names
 * together, their folder and how many there are
 */
export async function findMissingFiles(
  db: Db,
  stores: FileStores,
  known: { files: readonly FileInfo[]; lost: readonly string[] },
): Promise<string[]> {
  const missing = await listMissingFiles(db, stores, known)
  return [...new Set(missing.map(({ text }) => text))].toSorted()
}
