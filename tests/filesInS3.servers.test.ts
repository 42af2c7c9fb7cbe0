import { afterAll, describe } from 'vitest'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { environmentOf, openS3Server } from './support/s3Server.ts'
import { openSharedPostgres } from './support/sharedPostgres.ts'
import { setNeighbours } from './support/shop.ts'

/** The tests of all that is stored in files, once more: each with a shop whose files are in a bucket of its own. */
const server = await openS3Server()
const postgres = openSharedPostgres()
setNeighbours(async () => ({
  env: environmentOf(await server.newBucket()),
  database: await openPostgres(await postgres.create()),
}))
afterAll(async () => {
  setNeighbours(async () => ({}))
  await postgres.close()
  await server.close()
})

describe.each([
  ['downloads', () => import('../src/shop/downloads/download.test.ts')],
  ['pictures', () => import('../src/shop/pictures/pictures.test.ts')],
  ['refused pictures', () => import('../src/shop/pictures/refusedUploads.test.ts')],
  ['avatars', () => import('../src/people/accounts/avatar.test.ts')],
  ['exports', () => import('../src/backoffice/privacy/export.test.ts')],
  ['imports', () => import('../src/shop/products/admin/imports/import.test.ts')],
])('%s in S3', async (_name, load) => {
  await load()
})
