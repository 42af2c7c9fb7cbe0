import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../bin/builds.js'
import { buyProduct } from '../../../tests/support/fixtures.ts'
import { jpeg } from '../../../tests/support/pictureUploads.ts'
import { programOf, startServer } from '../../../tests/support/server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { createTestClient } from '../../../tests/support/shop.ts'
import { demoAccounts } from '../../app/demo/accounts.ts'
import { login, readUser } from '../../people/accounts/contract.ts'
import { listProducts } from '../../shop/products/catalog/contract.ts'
import { listOrders } from '../../shop/orders/contract.ts'

const postgres = openSharedPostgres()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))))
afterAll(async () => {
  await postgres.close()
  await rm(folder, { recursive: true })
})

it('takes an embedded shop to PostgreSQL with its sales until it was stopped, and brings back a file while it serves', async () => {
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const backups = { DEMO: 'small', BUILD_DIR: build, BACKUP_DIR: join(folder, 'backups') }
  const dataDir = await mkdtemp(join(folder, 'embedded-'))
  const embedded = await startServer({ dataDir, env: backups })
  const run = (name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [programOf(name, build), ...args], {
      env: { ...process.env, ...backups, ...env },
    })
  const customer = createTestClient(embedded.origin)
  const { email = '', password = '' } = demoAccounts.find(({ role }) => role === 'USER') ?? {}
  expect((await customer.call(login, { email, password })).status).toBe(200)
  const form = new FormData()
  form.append('avatar', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'ik.jpg')
  const { body: uploaded } = await customer.request('POST', '/api/profile/avatar', form)
  const { body: before } = await customer.call(readUser)
  const { stdout } = await run('backup', { DATA_DIR: dataDir })
  expect(stdout).toContain('Back-up gemaakt')

  const avatar = join(dataDir, (uploaded as { avatarUrl: string }).avatarUrl)
  const photo = await readFile(avatar)
  await rm(avatar)
  const bringBack = async () => (await run('restore', { DATA_DIR: dataDir }, '--files-only')).stdout
  expect(await bringBack()).toMatch(/^1 bestand teruggezet uit back-up 20/)
  expect(await readFile(avatar)).toEqual(photo)
  expect(await bringBack()).toMatch(/^0 bestanden teruggezet/)

  // A sale after a backup is in the one that is made when nothing is sold any more.
  const { body: products } = await customer.call(listProducts)
  const sold = products.find(({ stock, options, isGiftCard }) => stock > 0 && !options && !isGiftCard)
  const orderId = await buyProduct(customer, sold?.id ?? '', 'paid')
  expect(await embedded.stop()).toBe(0)
  expect((await run('backup', { DATA_DIR: dataDir })).stdout).toContain('Back-up gemaakt')

  const DATABASE_URL = await postgres.createEmpty()
  const grownDir = await mkdtemp(join(folder, 'grown-'))
  expect((await run('restore', { DATABASE_URL, DATA_DIR: grownDir })).stdout).toContain('de boeken kloppen')
  const grown = await startServer({ dataDir: grownDir, env: { ...backups, DATABASE_URL } })
  const returning = createTestClient(grown.origin)
  expect((await returning.call(login, { email, password })).status).toBe(200)
  expect((await returning.call(readUser)).body).toEqual(before)
  const { body: orders } = await returning.call(listOrders)
  expect(orders).toContainEqual(expect.objectContaining({ id: orderId, status: 'PAID' }))
  expect(await grown.stop()).toBe(0)
}, 180_000)
