import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addFileProduct, buy, sendPart } from '../../../tests/support/downloads.ts'
import { jpeg, patience, sendPictures } from '../../../tests/support/pictureUploads.ts'
import { environmentOf, openS3Server, type S3Server } from '../../../tests/support/s3Server.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { startUpload } from '../../shop/downloads/admin/contract.ts'
import { downloadFile, listDownloads } from '../../shop/downloads/contract.ts'
import { fillPath } from '../../wire/path.ts'
import { Problem } from '../../wire/problem.ts'
import { StartupError } from '../config.ts'
import { openPostgres } from '../db/postgres/openPostgres.ts'
import { openFileStores } from './fileStores.ts'
import { createLog } from '../telemetry/log.ts'
import type { S3Settings } from './s3Bucket.ts'
import { FilesUnavailable, newStorageKey } from './storage.ts'

const MEGABYTE = 1024 ** 2
const log = createLog('silent')
let server: S3Server
let postgres: SharedPostgres
let dataDir: string
beforeAll(async () => {
  server = await openS3Server()
  postgres = openSharedPostgres()
  dataDir = await mkdtemp(join(tmpdir(), 'gloed-data-'))
})
afterEach(() => server.setFault(null))
afterAll(async () => {
  await postgres.close()
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a node that starts', () => {
  const start = async (change: Partial<S3Settings>) =>
    openFileStores({ dataDir, s3: { ...(await server.newBucket()), ...change } }, log)

  it.each([
    ['a wrong secret', { secretAccessKey: 'niet-het-geheim' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'winkel:ander' }, 'SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'nergens' }, 'NoSuchBucket'],
    ['another region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ])('refuses %s in one line', async (_name, change, reason) => {
    const refused = await start(change).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartupError)
    expect((refused as Error).message).toMatch(new RegExp(`^S3 weigert .*: ${reason}: .+$`))
  })

  it('starts without S3, says so, and uses it once it is there', async () => {
    const settings = await server.newBucket()
    server.setFault('REFUSE')
    const lines: string[] = []
    const ownLog = createLog('info', { write: line => lines.push(line) })
    const { storage, areFilesReachable } = await openFileStores({ dataDir, s3: settings }, ownLog)
    expect(lines.join('')).toContain('S3 does not answer')
    expect(areFilesReachable()).toBe(false)
    const key = newStorageKey('exports', 'zip')
    const failure = await storage.put(key, Buffer.from('x')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FilesUnavailable)
    // A problem would be final for the job that processes a picture.
    expect(failure).not.toBeInstanceOf(Problem)
    server.setFault(null)
    await storage.put(key, Buffer.from('x'))
    expect((await storage.read(key))?.toString()).toBe('x')
    await vi.waitFor(() => expect(areFilesReachable()).toBe(true), patience)
  })
})

describe('an upload', () => {
  it('that is cut off in every try leaves nothing', async () => {
    const { storage } = await openFileStores({ dataDir, s3: await server.newBucket() }, log)
    const key = newStorageKey('exports', 'zip')
    server.setFault({ cutAfterBytes: MEGABYTE })
    await expect(storage.put(key, randomBytes(13 * MEGABYTE))).rejects.toBeInstanceOf(FilesUnavailable)
    await expect(storage.put(key, randomBytes(2 * MEGABYTE))).rejects.toBeInstanceOf(FilesUnavailable)
    server.setFault(null)
    expect(await storage.read(key)).toBeNull()
    expect(await storage.listWrittenBefore('exports', new Date('2100-01-01'))).toEqual([])
  })

  it('whose parts could not be removed has them removed later, by age', async () => {
    const settings = await server.newBucket()
    const { storage } = await openFileStores({ dataDir, s3: settings }, log)
    const client = new S3Client({
      ...settings,
      endpoint: settings.endpoint ?? '',
      forcePathStyle: true,
      credentials: settings,
    })
    const unfinished = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))).Uploads?.length ?? 0
    const key = newStorageKey('exports', 'zip')
    const content = async function* () {
      yield randomBytes(12 * MEGABYTE)
      server.setFault('REFUSE')
      yield randomBytes(12 * MEGABYTE)
    }
    await expect(storage.put(key, content())).rejects.toBeInstanceOf(FilesUnavailable)
    server.setFault(null)
    expect(await storage.read(key)).toBeNull()
    expect(await unfinished()).toBe(1)
    await storage.listWrittenBefore('exports', new Date('2000-01-01'))
    expect(await unfinished()).toBe(1)
    await storage.listWrittenBefore('exports', new Date('2100-01-01'))
    expect(await unfinished()).toBe(0)
    client.destroy()
  })
})

it('a shop whose S3 is silent sells on, answers 503 for files, and has them again after that', async () => {
  const shop = await openShop({
    env: environmentOf(await server.newBucket()),
    database: await openPostgres(await postgres.create()),
  })
  const admin = await shop.newUser('ADMIN')
  const customer = await shop.newUser()
  const content = randomBytes(100_000)
  const product = await addFileProduct(shop, admin, content)
  const orderId = await buy(customer, [{ productId: product.id, quantity: 1 }])
  const [line] = (await customer.call(listDownloads, { orderId })).body
  const ids = { orderId, itemId: line?.itemId ?? '', fileId: product.fileId }
  const get = (path: string) => fetch(shop.origin + path, { headers: { cookie: customer.cookie() } })
  const download = () => get(fillPath(downloadFile.path, ids).path)
  const form = new FormData()
  form.append('avatar', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'ik.jpg')
  expect((await customer.request('POST', '/api/profile/avatar', form)).status).toBeLessThan(300)
  const keys: string[] = []
  for await (const { key } of shop.node.platform.storage.list()) keys.push(key)
  const picture = `/media/${keys[0]}`
  expect((await get(picture)).status).toBe(200)

  server.setFault('SILENT')
  const { body: file } = await admin.call(startUpload, { productId: product.id, name: 'x.zip', bytes: 5 })
  const answers = await Promise.all([
    get(picture),
    download(),
    sendPictures(admin, await jpeg()),
    sendPart(admin, file.id, 0, Buffer.from('vijf!')),
  ])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(answers[0].headers.get('cache-control')).toBe('no-store')
  expect(answers[0].headers.get('retry-after')).toBe('5')
  await vi.waitFor(async () => {
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', files: false }])
  }, patience)
  expect((await shop.newClient().request('GET', '/healthz')).status).toBe(200)
  await buy(customer, [{ productId: product.id, quantity: 1 }])

  server.setFault(null)
  expect((await get(picture)).status).toBe(200)
  expect(Buffer.from(await (await download()).arrayBuffer()).equals(content)).toBe(true)
  expect((await customer.call(listDownloads, { orderId })).body[0]?.downloadsLeft).toBe(9)
  expect((await sendPart(admin, file.id, 0, Buffer.from('vijf!'))).body).toMatchObject({ received: 5 })
  await shop.close()
}, 120_000)
