import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { mediaPath } from '../../platform/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { sweepFolder } from '../../platform/sweep.ts'
import { Problem } from '../../wire/problem.ts'
import { drawForShop, STEPS } from './cuts.service.ts'
import { addressIn, forgetUnowned, namedAmong, SENT_FOLDER } from './service.ts'
import { pictures } from './table.ts'
import { inTurn } from './turn.service.ts'

type Parts = Pick<Platform, 'db' | 'storage'>

const FOLDER = 'pictures'

/** Gives an owner what was brought along with it; it does so in the transaction in which the last picture becomes ready. */
export type Attach = (tx: Tx, ownerId: string) => Promise<void>

/** Draws a picture that was sent; harmless when that was done before. */
export async function drawSent(parts: Parts, attach: Attach, pictureId: string): Promise<void> {
  const { db, storage } = parts
  const [row] = await db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (row?.status !== 'WAITING') return
  try {
    const address = await inTurn(() => drawInto(parts, pictureId, row.source))
    await settle(db, attach, pictureId, { status: 'READY', address, done: STEPS })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await settle(db, attach, pictureId, { status: 'FAILED', problem: error.message })
  }
  await storage.remove(row.source)
}

/** Where the cuts of before stand when a killed node began them: its name is made of the file's, and the same each time. */
async function drawInto({ db, storage }: Parts, pictureId: string, source: string): Promise<string> {
  const sent = await storage.read(source)
  if (!sent)
    throw new Problem('NOT_FOUND', { message: 'De foto is niet goed aangekomen. Kies haar opnieuw.' })
  const { colour, cuts } = await drawForShop(sent)
  const name = source.slice(SENT_FOLDER.length + 1).replace('.sent', '')
  const folder = `${FOLDER}/${name}-${colour}`
  let done = 1
  for await (const cut of cuts()) {
    await storage.put(`${folder}/${cut.name}`, cut.content)
    done += 1
    await db.update(pictures).set({ done }).where(eq(pictures.id, pictureId))
  }
  return mediaPath(addressIn(folder))
}

type Outcome = Partial<typeof pictures.$inferSelect>

const settle = (db: Db, attach: Attach, pictureId: string, outcome: Outcome): Promise<void> =>
  db.transaction(async tx => {
    const isWaiting = and(eq(pictures.id, pictureId), eq(pictures.status, 'WAITING'))
    const [row] = await tx.update(pictures).set(outcome).where(isWaiting).returning()
    if (row?.ownerId && row.place !== null) await attach(tx, row.ownerId)
  })

/** Removes pictures that nobody has, and files that nothing names. */
export async function sweepPictures(platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> {
  await forgetUnowned(platform)
  for (const folder of [FOLDER, SENT_FOLDER])
    await sweepFolder(platform, folder, paths => namedAmong(platform.db, paths))
}
