import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeFileStores } from '../../../tests/support/fileStoreSuite.ts'
import { openS3Server, type S3Server } from '../../../tests/support/s3Server.ts'
import { openS3, type FileStores } from './fileStores.ts'
import { newPrivateFileKey } from './privateFiles.ts'
import { openBucket, type S3Bucket, type S3Settings } from './s3Bucket.ts'
import { s3PrivateFiles } from './s3Stores.ts'

let server: S3Server
let settings: S3Settings
let stores: FileStores
beforeAll(async () => {
  server = await openS3Server()
  settings = await server.newBucket()
  stores = await openS3(settings)
})
afterAll(() => server.close())

describeFileStores('S3', () => stores)

it('a file is complete when only the answer to that was lost, and not when it was not joined', async () => {
  const bucket = openBucket(settings)
  const key = newPrivateFileKey()
  await s3PrivateFiles(bucket).write(key, 0, Readable.from([Buffer.from('vijf!')]))
  const fail = (join: S3Bucket['join']) => s3PrivateFiles({ ...bucket, join }).complete(key, 5)
  const lost = new Error('the answer was lost')
  await expect(fail(() => Promise.reject(lost))).rejects.toBe(lost)
  await fail(async (...names) => {
    await bucket.join(...names)
    throw lost
  })
  expect(await stores.files.size(key)).toBe(5)
})
