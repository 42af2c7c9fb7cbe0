import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/platform/files/s3Bucket.ts'

export interface S3Server {
  /** A new, empty bucket. */
  newBucket(): Promise<S3Settings>
  /** The fault of its connections; every one that is open ends when this is set. */
  setFault(fault: S3Fault | null): void
  close(): Promise<void>
}

/** Connections are refused; or taken and never answered; or cut after so many bytes were sent to the server. */
export type S3Fault = 'REFUSE' | 'SILENT' | { cutAfterBytes: number }

const accessKeyId = 'winkel:test'
const secretAccessKey = 'een-geheim-van-s3'

/** A real object store with an S3 API, OpenStack Swift, behind a line that can fail. @throws Error when none is installed. */
export async function openS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-s3-'))
  const args = [join(import.meta.dirname, 's3_server.py'), folder, accessKeyId, secretAccessKey]
  // Debian's own Python, which has Debian's Swift.
  const swift = spawn('/usr/bin/python3', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  swift.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const ended = once(swift, 'exit')
  const [said] = (await Promise.race([once(swift.stdout, 'data'), ended])) as [unknown]
  const port = Number(String(said))
  if (swift.exitCode !== null)
    throw new Error(`Swift did not start (apt-get install python3-swift): ${complaints}`)
  const line = await openLine(port)
  const settings = {
    endpoint: `http://127.0.0.1:${line.port}`,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: true,
  }
  let buckets = 0
  return {
    async newBucket() {
      buckets += 1
      const bucket = `winkel-${buckets}`
      const client = new S3Client({ ...settings, forcePathStyle: true, credentials: settings })
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      client.destroy()
      return { ...settings, bucket }
    },
    setFault: fault => line.setFault(fault),
    async close() {
      await line.close()
      swift.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The variables by which a shop uses a bucket. */
export const environmentOf = (settings: S3Settings): Record<string, string> => ({
  S3_BUCKET: settings.bucket,
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_PATH_STYLE: settings.pathStyle ? 'on' : 'off',
})

async function openLine(target: number) {
  const sockets = new Set<Socket>()
  let fault: S3Fault | null = null
  const server = createServer(client => {
    if (fault === 'REFUSE') return void client.destroy()
    sockets.add(client)
    client.on('error', () => client.destroy()).on('close', () => sockets.delete(client))
    if (fault === 'SILENT') return void client.resume()
    const store = connect(target, '127.0.0.1')
    store.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => store.destroy())
    let sent = 0
    const limit = fault?.cutAfterBytes ?? Number.POSITIVE_INFINITY
    client.on('data', bytes => {
      sent += bytes.length
      if (sent > limit) client.resetAndDestroy()
    })
    client.pipe(store).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setFault(next: S3Fault | null) {
      fault = next
      cut()
    },
    async close() {
      cut()
      await server[Symbol.asyncDispose]()
    },
  }
}
