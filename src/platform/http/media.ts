import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../wire/problem.ts'
import type { FileStorage } from '../files/storage.ts'

/** Storage keys and the paths at which their pictures are served. */
const PREFIX = '/media/'
export const mediaPath = (key: string): string => PREFIX + key
export const storageKeyOfMedia = (path: string): string => path.slice(PREFIX.length)

const WITHDRAWABLE = 'private, max-age=300'

/**
 * Serves pictures under `/media/`: the demo's at `/media/demo/<slug>/<width>.<format>`, and stored ones by their key. A stored
 * picture never changes and its key can't be guessed, so browsers cache it for a year; shared caches may store only the shop's
 * own, under `pictures/`. Those of creators are asked for again, so that one that she took away is gone from browsers too.
 */
export async function serveMedia(
  app: FastifyInstance,
  storage: FileStorage,
  demoPictures: string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: demoPictures,
    prefix: '/media/demo/',
    decorateReply: false,
    index: false,
    maxAge: '7d',
  })
  app.get<{ Params: { '*': string } }>('/media/*', async ({ params }, reply) => {
    // The storage also holds private files, of other types.
    const key = params['*']
    const [kind] = /(?<=\.)(webp|avif)$/.exec(key) ?? []
    // Also for an answer that the storage can't be reached.
    reply.header('cache-control', 'no-store')
    const picture = kind ? await storage.read(key) : null
    if (!picture) throw new Problem('NOT_FOUND')
    const scope = key.startsWith('pictures/') ? 'public' : 'private'
    return reply
      .type(`image/${kind}`)
      .header(
        'cache-control',
        key.startsWith('creators/') ? WITHDRAWABLE : `${scope}, max-age=31536000, immutable`,
      )
      .send(picture)
  })
}
