import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../wire/problem.ts'
import type { FileStorage } from './storage.ts'

/** Where a stored picture is found on our own site, and back. */
const PREFIX = '/media/'
export const mediaPath = (key: string): string => PREFIX + key
export const storageKeyOfMedia = (path: string): string => path.slice(PREFIX.length)

/**
 * Serves pictures under `/media/`: `/media/demo/<slug>/<width>.<format>` are those drawn for the demo, any other is a stored
 * one. A stored picture never changes, and only who was told its address can ask for it: the browser may keep it for a
 * year, and a cache that others share may keep only the shop's own, which lie under `pictures/`.
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
    // Other files are kept there as well, and are for their owners alone.
    const key = params['*']
    const [kind] = /(?<=\.)(webp|avif)$/.exec(key) ?? []
    const picture = kind ? await storage.read(key) : null
    if (!picture) {
      reply.header('cache-control', 'no-store')
      throw new Problem('NOT_FOUND')
    }
    const reach = key.startsWith('pictures/') ? 'public' : 'private'
    return reply
      .type(`image/${kind}`)
      .header('cache-control', `${reach}, max-age=31536000, immutable`)
      .send(picture)
  })
}
