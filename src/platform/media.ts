import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const demoPictures = join(import.meta.dirname, '../../demo/pictures')

/** Serves pictures under `/media/`: `/media/demo/<slug>/<width>.<format>` are those drawn for the demo. */
export async function serveMedia(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: demoPictures,
    prefix: '/media/demo/',
    decorateReply: false,
    index: false,
    maxAge: '7d',
  })
}
