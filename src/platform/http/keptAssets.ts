import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const DAY_MS = 24 * 3600_000
/** How long the files of a build can be fetched after its last node stopped: a tab stays open for days. */
const KEPT_MS = 7 * DAY_MS
/** A running node says this often that its files are in use. */
const REFRESH_MS = DAY_MS / 2
/** After a start that had nothing to copy. */
const FIRST_REFRESH_MS = 2000

interface KeptAssetsOptions {
  /** The `assets` folder of this node's build; the names in it contain a hash of the content. */
  buildAssets: string
  /** The folder with the assets of all builds of the last week; several nodes need a shared one. */
  folder: string
  cacheControl: string
}

/**
 * Serves `/assets/*`, also of other builds than this node's: pages that were opened before a deployment still load their parts, and
 * during one a page of the new build may ask a node of the old one. This node's files are copied to the folder for the builds after it.
 * Answers 404 for a missing file, never with a page.
 * @returns `kept` resolves when they are copied, which no start waits for
 */
export async function serveKeptAssets(
  app: FastifyInstance,
  { buildAssets, folder, cacheControl }: KeptAssetsOptions,
): Promise<{ kept: Promise<void> }> {
  const own = new Set(await readdir(buildAssets))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const refresh = () =>
    keepAssets(buildAssets, folder, new Date()).catch((error: Error) =>
      app.log.error({ err: error }, 'keeping the assets of this build'),
    )
  const timer = setInterval(() => void refresh(), REFRESH_MS)
  const kept = new Set(await readdir(folder))
  const hasAll = [...own].every(name => kept.has(name))
  // Saying that hundreds of files are in use is work that a start does not wait for.
  const first = hasAll ? setTimeout(() => void refresh(), FIRST_REFRESH_MS) : undefined
  app.addHook('onClose', () => {
    clearInterval(timer)
    clearTimeout(first)
  })
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: reply => reply.header('cache-control', cacheControl),
  })
  // One route, because a route a file was a tenth of a start's work.
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
    reply.sendFile(file, own.has(file) ? buildAssets : folder),
  )
  return { kept: hasAll ? Promise.resolve() : refresh() }
}

/** Copies the assets that are not in the folder yet, notes those that this build uses, and removes those that no build used for a week. */
export async function keepAssets(buildAssets: string, folder: string, now: Date): Promise<void> {
  const own = new Set(await readdir(buildAssets))
  const kept = new Set(await readdir(folder))
  await Promise.all(
    [...own].map(async name => {
      if (kept.has(name)) await utimes(join(folder, name), now, now)
      else await copyAtomically(join(buildAssets, name), join(folder, name), now)
    }),
  )
  for (const name of kept) {
    if (own.has(name)) continue
    const path = join(folder, name)
    // Another node may have removed it.
    const file = await stat(path).catch(() => null)
    if (file && now.getTime() - file.mtimeMs > KEPT_MS) await rm(path, { force: true })
  }
}

/** Another node may serve the file at once, so it appears when it is complete. */
async function copyAtomically(from: string, to: string, now: Date): Promise<void> {
  const draft = `${to}.${process.pid}.part`
  await copyFile(from, draft)
  await utimes(draft, now, now)
  await rename(draft, to)
}
