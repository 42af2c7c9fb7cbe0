import { execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/port.ts'
import { openPostgresServer } from '../support/postgres.ts'
import { buildImage, type Image } from './buildImage.ts'
import { runInRoot, sizeOf } from './cleanRoot.ts'

const MOST_BYTES = 450 * 1024 ** 2
const USER_ID = 10_001
const READY_MS = 60_000
const STOP_MS = 20_000

/** The work of each package that a build reads, done once. */
const packagesWork = `
  const sharp = (await import('sharp')).default
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#8a2a4a' } }).avif().toBuffer()
  const PDFDocument = (await import('pdfkit')).default
  const pdf = new PDFDocument()
  let pdfBytes = 0
  pdf.on('data', part => (pdfBytes += part.length)).font('Helvetica').text('Factuur')
  await new Promise(resolve => pdf.on('end', resolve).end())
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const db = await PGlite.create({ extensions: { pg_trgm } })
  const { rows } = await db.query('select 1 as one')
  console.log(image.length > 100, pdfBytes > 100, rows[0].one === 1)
  process.exit(0)`

const root = join(import.meta.dirname, '../..')

/**
 * Runs the steps of the Dockerfile in clean Debian roots, and then their result, as a container is run: not as root, without capabilities,
 * on a root that can't be written. Needs to be root on Linux, and a network for Debian's and npm's packages.
 */
export async function checkImage(): Promise<void> {
  const workspace = await mkdtemp(join(tmpdir(), 'gloed-image-'))
  const postgres = await openPostgresServer()
  try {
    const image = await buildImage(root, workspace, console.log)
    await checkSize(image)
    await checkServer(image, workspace, await postgres.create())
  } finally {
    await postgres.close()
    await rm(workspace, { recursive: true, force: true })
  }
}

async function checkSize(image: Image): Promise<void> {
  const [whole, own, node] = await Promise.all(
    ['', 'app', 'app/bin/node'].map(part => sizeOf(join(image.root, part))),
  )
  const megabytes = (bytes = 0) => `${Math.round(bytes / 1024 ** 2)} MB`
  console.log(
    `image ${megabytes(whole)}, of which the shop ${megabytes(own)}, of which Node ${megabytes(node)}`,
  )
  verify((whole ?? Infinity) <= MOST_BYTES, `the image is larger than ${megabytes(MOST_BYTES)}`)
  for (const left of ['vite', 'typescript', '@playwright']) {
    verify(!existsSync(join(image.root, 'app/node_modules', left)), `${left} is in the image`)
  }
}

async function checkServer(image: Image, workspace: string, databaseUrl: string): Promise<void> {
  const data = join(workspace, 'data')
  await mkdir(data)
  await chown(data, USER_ID, USER_ID)
  const env = {
    ...image.env,
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://www.example.com',
    SESSION_SECRET: 'the-secret-of-a-shop-in-an-image-test',
    MOLLIE_API_KEY: 'test_image',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const start = (command: string[], user = String(USER_ID)) =>
    runInRoot(image.root, command, {
      env,
      folder: image.folder,
      user,
      readOnly: { volumes: { '/data': data } },
    })
  const run = (...command: string[]) => outputOf(start(command))
  const outputOf = async (child: ChildProcess) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (output += part))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }

  verify((await run(...image.healthCheck)).code === 1, 'the health check finds a server where none runs')
  const inApp = 'cd /app && exec bin/node --input-type=module --eval "$0"'
  const packages = await run('/bin/sh', '-c', inApp, packagesWork)
  verify(packages.output.includes('true true true'), `a package does not work:\n${packages.output}`)

  const server = start(image.command)
  let log = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (log += part))
  const ended = once(server, 'close')
  const deadline = Date.now() + READY_MS
  while ((await run(...image.healthCheck)).code !== 0) {
    verify(server.exitCode === null && Date.now() < deadline, `the server does not become healthy:\n${log}`)
    await pause(500)
  }
  const admin = await run('/app/bin/gloed', 'admin', 'create', 'admin@example.com')
  verify(admin.output.includes('https://www.example.com/'), `no link for the first admin:\n${admin.output}`)
  const books = await run('/app/bin/gloed', 'reconcile')
  verify(books.code === 0, `the books of an empty shop differ:\n${books.output}`)
  // As root, whom permissions do not keep from it.
  const written = await outputOf(start(['/bin/sh', '-c', 'touch /app/x'], 'root'))
  verify(written.output.includes('Read-only file system'), `the root can be written:\n${written.output}`)

  const began = performance.now()
  // The first process of the container, which `unshare` waits for.
  execFileSync('pkill', ['--signal', 'TERM', '--parent', String(server.pid)])
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  const [code] = (await ended) as [number | null]
  clearTimeout(timer)
  console.log(`stopped in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  verify(code === 0, `the server did not stop cleanly:\n${log}`)
}

function verify(isSo: boolean, complaint: string): void {
  if (!isSo) throw new Error(complaint)
}
