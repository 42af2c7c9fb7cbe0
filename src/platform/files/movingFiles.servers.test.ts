import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { nodeFlags } from '../../../bin/server-process.js'
import { environmentOf, openS3Server, type S3Server } from '../../../tests/support/s3Server.ts'
import { programOf } from '../../../tests/support/server.ts'
import { openFileStores, openFolders, openS3, type FileStores } from './fileStores.ts'
import { createLog } from '../telemetry/log.ts'
import { newPrivateFileKey } from './privateFiles.ts'
import type { S3Settings } from './s3Bucket.ts'
import { newStorageKey } from './storage.ts'

const PART = 2 * 1024 ** 2
const log = createLog('silent')
let server: S3Server
let dataDir: string
let s3: S3Settings
beforeAll(async () => {
  server = await openS3Server()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gloed-data-'))
  s3 = await server.newBucket()
})
afterEach(async () => {
  server.setFault(null)
  await rm(dataDir, { recursive: true, force: true })
})
afterAll(() => server.close())

const openNode = () => openFileStores({ dataDir, s3 }, log)

const program = () => [...nodeFlags, programOf('mediaMove')]
const environment = () => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  ...environmentOf(s3),
})

/** Runs `npm run media:move`'s program. */
function runMove(): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    const child = execFile(process.execPath, program(), { env: environment() }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })
}

async function fillFolder(count: number): Promise<Map<string, Buffer>> {
  const { storage } = openFolders(dataDir)
  const stored = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const key = newStorageKey('pictures').replace('.webp', '-8a2a4a/320.webp')
    const content = randomBytes(randomInt(1, 30_000))
    await storage.put(key, content)
    stored.set(key, content)
  }
  return stored
}

async function expectStored({ storage }: Pick<FileStores, 'storage'>, stored: ReadonlyMap<string, Buffer>) {
  for (const [key, content] of stored) expect((await storage.read(key))?.equals(content), key).toBe(true)
}

it('goes on writing to the folder until files are moved, which all nodes read meanwhile', async () => {
  const stored = await fillFolder(3)
  const [old, one, two] = [
    await openFileStores({ dataDir, s3: undefined }, log),
    await openNode(),
    await openNode(),
  ]
  const key = newStorageKey('exports', 'zip')
  await one.storage.put(key, Buffer.from('nieuw'))
  for (const node of [old, one, two]) expect((await node.storage.read(key))?.toString()).toBe('nieuw')
  expect(await runMove()).toMatchObject({ code: 0, output: expect.stringContaining(': 4 gekopieerd') })
  expect(await runMove()).toMatchObject({ code: 0, output: expect.stringContaining('kunnen weg') })
  await rm(join(dataDir, 'media'), { recursive: true })
  const later = newStorageKey('exports', 'zip')
  await two.storage.put(later, Buffer.from('in S3'))
  for (const node of [one, two, await openNode()]) {
    await expectStored(node, stored)
    expect((await node.storage.read(later))?.toString()).toBe('in S3')
  }
  await expect(openFileStores({ dataDir, s3: undefined }, log)).rejects.toThrow('S3_BUCKET')
})

it('loses nothing that two nodes write, and keeps nothing that they remove, while files move', async () => {
  const stored = await fillFolder(30)
  const nodes = [await openNode(), await openNode()] as const
  const removed: string[] = []
  const sold = new Map<string, Buffer>()
  let isOver = false
  const eachNode = (index: number) => nodes[index % 2] ?? nodes[0]
  const write = async () => {
    for (let index = 0; !isOver; index += 1) {
      const key = newStorageKey('avatars')
      const content = randomBytes(2000)
      await eachNode(index).storage.put(key, content)
      stored.set(key, content)
      expect((await eachNode(index + 1).storage.read(key))?.equals(content)).toBe(true)
      const [victim = ''] = [...stored.keys()].slice(randomInt(stored.size))
      stored.delete(victim)
      await eachNode(index).storage.remove(victim)
      removed.push(victim)
    }
  }
  const sell = async () => {
    for (let index = 0; !isOver; index += 1) {
      const key = newPrivateFileKey()
      const content = randomBytes(3 * PART + 1000)
      for (let from = 0, turn = index; from < content.length; from += PART, turn += 1) {
        const part = async function* () {
          yield content.subarray(from, from + PART)
        }
        // Its answer was lost, so it comes again, at the other node.
        for (const node of [eachNode(turn), eachNode(turn + 1)]) await node.files.write(key, from, part())
      }
      await eachNode(index).files.complete(key, content.length)
      expect(await eachNode(index + 1).files.size(key)).toBe(content.length)
      sold.set(key, content)
    }
  }
  const working = [write(), sell()]
  await vi.waitFor(() => expect(sold.size).toBeGreaterThan(1), { timeout: 20_000 })
  const first = await runMove()
  const before = sold.size
  await vi.waitFor(() => expect(sold.size).toBeGreaterThan(before + 1), { timeout: 20_000 })
  isOver = true
  await Promise.all(working)
  const second = await runMove()
  expect([first.code, second.code], first.output + second.output).toEqual([0, 0])
  await rm(join(dataDir, 'media'), { recursive: true })
  await rm(join(dataDir, 'files'), { recursive: true })
  const bucket = await openS3(s3)
  await expectStored(bucket, stored)
  for (const [key, content] of sold)
    expect((await buffer(bucket.files.open(key))).equals(content), key).toBe(true)
  for (const key of removed) expect(await bucket.storage.size(key), key).toBeNull()
}, 120_000)

it('goes on after a kill and a failing line, copying only missing parts', async () => {
  const stored = await fillFolder(120)
  const bucket = await openS3(s3)
  const count = async () => {
    let found = 0
    for await (const _ of bucket.storage.list()) found += 1
    return found
  }
  const killed = spawn(process.execPath, program(), { env: environment(), stdio: 'ignore' })
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(5), { timeout: 20_000 })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const present = await count()
  expect(present).toBeLessThan(120)
  server.setFault({ cutAfterBytes: 100_000 })
  const halting = await runMove()
  server.setFault(null)
  const then = await count()
  expect(then, halting.output).toBeGreaterThan(present)
  const last = await runMove()
  expect(last).toMatchObject({ code: 0, output: expect.stringContaining(`: ${120 - then} gekopieerd`) })
  await expectStored(bucket, stored)
}, 120_000)

it('says what to do when S3 is not set, refuses the key, or is not there', async () => {
  const { bucket, ...rest } = s3
  s3 = { ...rest, bucket: '' }
  expect(await runMove()).toMatchObject({ code: 1, output: expect.stringMatching(/ontbreekt: S3_BUCKET\n$/) })
  s3 = { ...rest, bucket, secretAccessKey: 'fout' }
  expect(await runMove()).toMatchObject({ code: 1, output: expect.stringMatching(/^S3 weigert .+\n$/) })
  s3 = { ...rest, bucket }
  server.setFault('REFUSE')
  expect(await runMove()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^S3 antwoordt niet: .+\n$/),
  })
})
