import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFileProduct, buy, digital, sendPart, uploadFile } from '../../../tests/support/downloads.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestClient, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import {
  readDigitalContent,
  removeFile,
  setDownloadLimits,
  startUpload,
  UPLOAD_PART_BYTES,
} from './admin/contract.ts'
import { downloadFile, listDownloads, openDownloads } from './contract.ts'
import { cleanUpFiles } from './files.service.ts'
import { fillPath } from '../../wire/path.ts'
import { issueDownloadToken } from './token.service.ts'
import { refundOrder } from '../orders/admin/contract.ts'

const clock = { at: Date.parse('2026-11-20T12:00:00.000Z') }
const HOUR = 3_600_000
const DAY = 24 * HOUR
let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

/** Any request for a file, as bytes. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  who: TestClient = customer,
) {
  const response = await fetch(shop.origin + path, { method, headers: { cookie: who.cookie(), ...headers } })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** Lets time pass, after which everybody has to sign in again. */
async function advance(ms: number): Promise<void> {
  clock.at += ms
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
}

const content = randomBytes(300_000)

/** A bought file of 300,000 random bytes. */
async function bought() {
  const product = await addFileProduct(shop, admin, content)
  const orderId = await buy(customer, [{ productId: product.id, quantity: 1 }])
  const [line] = (await customer.call(listDownloads, { orderId })).body
  const ids = { orderId, itemId: line?.itemId ?? '', fileId: product.fileId }
  const left = async () => (await customer.call(listDownloads, { orderId })).body[0]?.downloadsLeft
  return { ...ids, productId: product.id, path: fillPath(downloadFile.path, ids).path, left }
}

describe('a download', () => {
  it('is the file, private and under its own name', async () => {
    const { path, fileId, left } = await bought()
    const { status, headers, bytes } = await get(path)
    expect(status).toBe(200)
    expect(bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-length': '300000',
      'content-disposition': `attachment; filename="boek.epub"; filename*=UTF-8''boek.epub`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      etag: `"${fileId}"`,
    })
    expect(await left()).toBe(9)
  })

  it('is resumed in parts that together are the file, and counted once', async () => {
    const { path, fileId, left } = await bought()
    const first = await get(path, { range: 'bytes=0-99999' })
    expect(first).toMatchObject({ status: 206 })
    expect(first.headers.get('content-range')).toBe('bytes 0-99999/300000')
    const second = await get(path, { range: 'bytes=100000-', 'if-range': `"${fileId}"` })
    expect(second.status).toBe(206)
    expect(Buffer.concat([first.bytes, second.bytes]).equals(content)).toBe(true)
    expect((await get(path, { range: 'bytes=-10' })).bytes.equals(content.subarray(-10))).toBe(true)
    expect(await left()).toBe(9)
    const changed = await get(path, { range: 'bytes=100000-', 'if-range': '"een ander"' })
    expect(changed).toMatchObject({ status: 200 })
    expect(await left()).toBe(8)
    const beyond = await get(path, { range: 'bytes=300000-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */300000')
    expect(JSON.parse(beyond.bytes.toString())).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' })
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '300000', 0])
    expect(await left()).toBe(8)
  })

  it('is counted, and ends after ten; the last one can still be resumed, for a day', async () => {
    const { path, left } = await bought()
    expect((await get(path, { range: 'bytes=5-' })).status).toBe(410)
    for (let turn = 0; turn < 10; turn += 1) expect((await get(path)).status).toBe(200)
    expect(await left()).toBe(0)
    const eleventh = await get(path)
    expect(eleventh.status).toBe(410)
    expect(JSON.parse(eleventh.bytes.toString())).toMatchObject({ code: 'DOWNLOAD_ENDED', state: 'USED_UP' })
    expect((await get(path, { range: 'bytes=5-' })).status).toBe(206)
    clock.at += DAY + 1
    expect((await get(path, { range: 'bytes=5-' })).status).toBe(410)
  })

  it('of two at once for the last one is one', async () => {
    const { path, productId } = await bought()
    await admin.call(setDownloadLimits, { productId, maxDownloads: 1, validDays: 30 })
    const orderId = await buy(customer, [{ productId, quantity: 1 }])
    const [line] = (await customer.call(listDownloads, { orderId })).body
    expect(line).toMatchObject({ downloadsLeft: 1 })
    const limited = path.replace(
      /orders\/[^/]+\/downloads\/[^/]+/,
      `orders/${orderId}/downloads/${line?.itemId}`,
    )
    const statuses = (await Promise.all([get(limited), get(limited), get(limited)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 410, 410])
  })

  it('ends after a year, and with a refund', async () => {
    const { path, orderId } = await bought()
    await admin.call(refundOrder, { orderId })
    const back = await get(path)
    expect([back.status, JSON.parse(back.bytes.toString()).state]).toEqual([410, 'REVOKED'])
    const kept = await bought()
    await advance(365 * DAY)
    const { db } = shop.node.platform
    const token = await issueDownloadToken(db, kept.orderId, new Date(clock.at))
    expect((await customerLines(token)).body).toMatchObject([{ state: 'EXPIRED' }])
    const visitor = shop.newClient()
    await visitor.call(openDownloads, { token })
    const late = await get(`/api/downloads/${kept.itemId}/files/${kept.fileId}`, {}, 'GET', visitor)
    expect([late.status, JSON.parse(late.bytes.toString()).state]).toEqual([410, 'EXPIRED'])
  })

  it('is its buyer’s alone', async () => {
    const other = await bought()
    const stranger = await shop.newUser()
    expect((await get(other.path, {}, 'GET', stranger)).status).toBe(404)
    const anonymous = await fetch(shop.origin + other.path)
    expect(anonymous.status).toBe(401)
  })
})

const customerLines = (token: string) => shop.newClient().call(openDownloads, { token })

describe('the link in the mail', () => {
  it('works for seven days without signing in, as often as needed, and for one order', async () => {
    customer = await shop.newUser()
    const { orderId, itemId, fileId } = await bought()
    const other = await bought()
    const { db } = shop.node.platform
    const token = await issueDownloadToken(db, orderId, new Date(clock.at))
    const visitor = shop.newClient()
    const opened = await visitor.call(openDownloads, { token })
    expect(opened.body).toMatchObject([{ itemId, files: [{ id: fileId }] }])
    const link = (item: string, file: string) => `/api/downloads/${item}/files/${file}`
    const part = await get(link(itemId, fileId), { range: 'bytes=0-9' }, 'GET', visitor)
    expect([part.status, part.bytes.byteLength]).toEqual([206, 10])
    expect((await fetch(shop.origin + link(itemId, fileId))).status).toBe(400)
    const stolen = { cookie: visitor.cookie().replace(itemId, other.itemId) }
    expect((await fetch(shop.origin + link(other.itemId, other.fileId), { headers: stolen })).status).toBe(
      404,
    )
    clock.at += 7 * DAY - 1
    expect((await customerLines(token)).status).toBe(200)
    clock.at += 1
    expect(await customerLines(token)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
    expect((await customerLines('verzonnen')).status).toBe(400)
  })
})

describe('an upload', () => {
  it('arrives in parts, of which one may be sent again', async () => {
    const { id: productId } = await addProduct(shop, digital)
    const large = randomBytes(UPLOAD_PART_BYTES + 1000)
    const { body: file } = await admin.call(startUpload, {
      productId,
      name: 'groot.zip',
      bytes: large.length,
    })
    const parts = [large.subarray(0, UPLOAD_PART_BYTES), large.subarray(UPLOAD_PART_BYTES)] as const
    expect(await sendPart(admin, file.id, UPLOAD_PART_BYTES, parts[1])).toMatchObject({
      status: 409,
      body: { received: 0 },
    })
    expect((await sendPart(admin, file.id, 0, parts[0])).body).toMatchObject({ received: UPLOAD_PART_BYTES })
    expect((await sendPart(admin, file.id, 0, parts[0])).body).toMatchObject({ received: UPLOAD_PART_BYTES })
    const done = await sendPart(admin, file.id, UPLOAD_PART_BYTES, parts[1])
    expect(done.body).toMatchObject({ received: large.length, readyAt: expect.any(String) })
    expect((await sendPart(admin, file.id, 0, parts[0])).body).toMatchObject({ received: large.length })
    customer = await shop.newUser()
    const orderId = await buy(customer, [{ productId, quantity: 1 }])
    const [line] = (await customer.call(listDownloads, { orderId })).body
    const ids = { orderId, itemId: line?.itemId ?? '', fileId: file.id }
    expect((await get(fillPath(downloadFile.path, ids).path)).bytes.equals(large)).toBe(true)
  })

  it('is refused when it is too large, empty, or more than was announced', async () => {
    const { id: productId } = await addProduct(shop, digital)
    const start = (name: string, bytes: number) => admin.call(startUpload, { productId, name, bytes })
    expect((await start('x.zip', 2 * 1024 ** 3 + 1)).status).toBe(400)
    expect((await start('x.zip', 0)).status).toBe(400)
    expect((await start('../x.zip', 5)).status).toBe(400)
    const { body: file } = await start('x.zip', 5)
    expect((await sendPart(admin, file.id, 0, Buffer.from('zes!!!'))).status).toBe(400)
    const tooMuch = Buffer.alloc(UPLOAD_PART_BYTES + 10)
    const { body: large } = await start('y.zip', tooMuch.length)
    expect((await sendPart(admin, large.id, 0, tooMuch)).status).toBe(413)
    expect((await sendPart(admin, file.id, 0, Buffer.from('vijf!'))).body).toMatchObject({ received: 5 })
  })

  it('is not public, and a product without a whole file is not delivered by itself', async () => {
    const { fileId, productId } = await bought()
    for (const path of [`/media/${fileId}`, `/files/${fileId}`, `/media/files/${fileId}`])
      expect((await shop.newClient().request('GET', path)).status).toBe(404)
    const { body } = await admin.call(readDigitalContent, { productId })
    expect(JSON.stringify(body)).not.toContain('storageKey')
  })
})

it('a file out of sale stays for its buyers, and is gone when nobody can download it', async () => {
  customer = await shop.newUser()
  const { path, fileId, productId } = await bought()
  const { platform } = shop.node
  const stored = () => platform.files.listWrittenBefore(new Date('2100-01-01'))
  expect((await admin.call(removeFile, { fileId })).status).toBe(204)
  expect((await get(path)).status).toBe(200)
  clock.at += HOUR
  const late = await buy(customer, [{ productId, quantity: 1 }])
  expect((await customer.call(listDownloads, { orderId: late })).body).toEqual([])
  await uploadFile(admin, productId, Buffer.from('de tweede druk'), 'tweede.epub')
  const [line] = (await customer.call(listDownloads, { orderId: path.split('/')[3] ?? '' })).body
  expect(line?.files.map(({ name }) => name)).toEqual(['boek.epub', 'tweede.epub'])
  // The clock of the files is the machine's: they are old for a shop that is years ahead.
  await cleanUpFiles(platform)
  expect((await get(path)).status).toBe(200)
  const before = (await stored()).length
  clock.at += 367 * DAY
  await cleanUpFiles(platform)
  expect((await stored()).length).toBeLessThan(before)
})
