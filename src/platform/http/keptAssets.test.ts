import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAssets, serveKeptAssets } from './keptAssets.ts'

const DAY_MS = 24 * 3600_000
const cacheControl = 'public, max-age=31536000, immutable'

let root: string
let apps: FastifyInstance[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gloed-assets-'))
})

afterEach(async () => {
  for (const app of apps) await app.close()
  apps = []
  await rm(root, { recursive: true, force: true })
})

const folder = () => join(root, 'kept')

/** The assets of a build: names and contents. */
async function build(name: string, files: Record<string, string>): Promise<string> {
  const dir = join(root, name)
  await mkdir(dir)
  for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), text)
  return dir
}

/** A node that runs this build. */
async function start(buildAssets: string): Promise<FastifyInstance> {
  const app = fastify()
  apps.push(app)
  const { kept } = await serveKeptAssets(app, { buildAssets, folder: folder(), cacheControl })
  await kept
  return app
}

test('a node serves the files of the build before it, compressed, and for good', async () => {
  await start(await build('old', { 'page-1.js': 'old()', 'page-1.js.br': 'brotli', 'page-1.js.gz': 'gzip' }))
  const app = await start(await build('new', { 'page-2.js': 'new()' }))
  const plain = await app.inject('/assets/page-1.js')
  expect(plain.statusCode).toBe(200)
  expect(plain.body).toBe('old()')
  expect(plain.headers['content-type']).toContain('javascript')
  expect(plain.headers['cache-control']).toBe(cacheControl)
  const brotli = await app.inject({ url: '/assets/page-1.js', headers: { 'accept-encoding': 'br' } })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.body).toBe('brotli')
})

test('a node of the old build serves the files of the new one, during a deployment', async () => {
  const app = await start(await build('old', { 'page-1.js': 'old()' }))
  await start(await build('new', { 'page-2.js': 'new()' }))
  expect((await app.inject('/assets/page-2.js')).body).toBe('new()')
})

test('a file that no build has is not found, nor one outside of the folder', async () => {
  const app = await start(await build('old', { 'page-1.js': 'old()' }))
  await writeFile(join(root, 'secret.js'), 'secret')
  for (const path of ['/assets/page-9.js', '/assets/', '/assets/../secret.js', '/assets/%2e%2e/secret.js'])
    expect((await app.inject(path)).statusCode).not.toBe(200)
})

test('files go a week after the last node that used them, and not while one does', async () => {
  const old = await build('old', { 'page-1.js': 'old()', 'shared-1.js': 'shared()' })
  const fresh = await build('new', { 'page-2.js': 'new()', 'shared-1.js': 'shared()' })
  await mkdir(folder())
  const start = Date.now()
  const at = (days: number) => new Date(start + days * DAY_MS)
  await keepAssets(old, folder(), at(0))
  // The old build still runs: it says so itself.
  await keepAssets(old, folder(), at(30))
  await keepAssets(fresh, folder(), at(31))
  expect(await readdir(folder())).toEqual(['page-1.js', 'page-2.js', 'shared-1.js'])
  await keepAssets(fresh, folder(), at(36.9))
  expect(await readdir(folder())).toContain('page-1.js')
  await keepAssets(fresh, folder(), at(37.1))
  expect(await readdir(folder())).toEqual(['page-2.js', 'shared-1.js'])
})

test('the remains of a copy that did not finish go too', async () => {
  const assets = await build('new', { 'page-2.js': 'new()' })
  await mkdir(folder())
  await writeFile(join(folder(), 'page-2.js.1.part'), 'ne')
  await utimes(join(folder(), 'page-2.js.1.part'), 0, 0)
  await keepAssets(assets, folder(), new Date())
  expect(await readdir(folder())).toEqual(['page-2.js'])
})
