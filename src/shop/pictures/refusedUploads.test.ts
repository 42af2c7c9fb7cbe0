import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  formOf,
  jpeg,
  patience,
  sendPictures,
  storedAtRest,
  storedFiles,
  untilStored,
} from '../../../tests/support/pictureUploads.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { createCategory } from '../products/admin/contract.ts'
import { products } from '../products/catalog/table.ts'
import { MAX_PICTURE_BYTES } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(300))
it.each([
  ['nothing', () => Buffer.alloc(0), 415, '“foto-2.jpg” is leeg.'],
  ['a drawing', () => svg, 415, '“foto-2.jpg” is geen JPG, PNG of WebP.'],
  ['a few bytes', () => Buffer.from('ffd8', 'hex'), 415, '“foto-2.jpg” is geen JPG, PNG of WebP.'],
  [
    'a beginning with nothing behind it',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500, 'x')]),
    415,
    'Kies een foto: een JPG, PNG of WebP die heel is.',
  ],
  ['21 MB', () => large, 413, '“foto-2.jpg” is groter dan 20 MB.'],
])('refuses %s, and stores no file of the form', async (_, content, status, message) => {
  const before = await storedAtRest(shop)
  expect(await sendPictures(admin, await jpeg(), content(), await jpeg())).toMatchObject({
    status,
    body: { message },
  })
  await untilStored(shop, before)
})
const large = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(MAX_PICTURE_BYTES + 1024 ** 2)])

it('refuses fifty at once', async () => {
  const before = await storedAtRest(shop)
  const one = await jpeg()
  const answer = await sendPictures(admin, ...Array.from({ length: 50 }, () => one))
  expect(answer).toMatchObject({ status: 413, body: { message: 'Stuur hoogstens 20 foto’s tegelijk.' } })
  await untilStored(shop, before)
})

describe('a form that breaks off', () => {
  const part = `--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n`
  /** Sends two files and leaves before the second one's end. */
  async function leaveAfter(isFarEnough: () => Promise<void>) {
    const { hostname, port } = new URL(shop.origin)
    const socket = connect(Number(port), hostname)
    const head = `POST /api/admin/pictures HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${admin.cookie()}\r\n`
    const body = Buffer.concat([Buffer.from(part), await jpeg(), Buffer.from(`\r\n${part}`), await jpeg()])
    socket.write(`${head}content-type: multipart/form-data; boundary=x\r\ncontent-length: 99999\r\n\r\n`)
    socket.write(body)
    await isFarEnough()
    socket.destroy()
  }

  it('leaves no file', async () => {
    const before = await storedAtRest(shop)
    await leaveAfter(() =>
      vi.waitFor(
        async () => expect((await storedFiles(shop)).length).toBeGreaterThan(before.length),
        patience,
      ),
    )
    await untilStored(shop, before)
  })

  /** Holds back the end of the next write. @returns when it began, and lets it end once the server knows that its client is gone */
  function holdWrite() {
    const { storage } = shop.node.platform
    const write = storage.put.bind(storage)
    const [writing, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = vi.spyOn(storage, 'put').mockImplementationOnce(async (key, content) => {
      await write(key, content)
      writing.resolve()
      await gone.promise
    })
    onTestFinished(() => slow.mockRestore())
    const noticed = new Promise<void>(resolve => {
      shop.node.app.server.once('connection', connection => connection.once('close', () => resolve()))
    })
    return { begun: writing.promise, release: () => noticed.then(gone.resolve) }
  }

  it('leaves no file that was still being written', async () => {
    const before = await storedAtRest(shop)
    const write = holdWrite()
    await leaveAfter(() => write.begun)
    await write.release()
    expect(await storedAtRest(shop)).toEqual(before)
  })

  it('makes no product without its pictures when all of it had come', async () => {
    const before = await storedAtRest(shop)
    const { id: categoryId } = (await admin.call(createCategory, { name: 'Met foto' })).body
    const fields = { name: 'Vaas', sku: 'V-WEG', price: '2500', stock: '3', categoryId }
    const form = new Response(formOf([await jpeg()], fields))
    const write = holdWrite()
    const { hostname, port } = new URL(shop.origin)
    const socket = connect(Number(port), hostname)
    const body = Buffer.from(await form.arrayBuffer())
    const head = `POST /api/admin/products HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${admin.cookie()}\r\n`
    socket.write(`${head}content-type: ${form.headers.get('content-type')}\r\n`)
    socket.write(`content-length: ${body.length}\r\n\r\n`)
    socket.write(body)
    await write.begun
    socket.destroy()
    await write.release()
    expect(await storedAtRest(shop)).toEqual(before)
    const { db } = shop.node.platform
    await expect.poll(() => db.$count(products, eq(products.sku, 'V-WEG'))).toBe(0)
  })
})
