import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdminDigitalFile, DigitalContent } from '../../../src/shop/downloads/admin/contract.ts'
import { query } from '../../support/postgres.ts'
import { attempt, type Ledger } from './load.ts'
import type { PreparedShop } from './shop.ts'

const FILE_BYTES = 200_000
const PART_BYTES = 50_000
const PAUSE_MS = 500

interface Place {
  databaseUrl: string
  /** The folder in which the nodes keep sold downloads. */
  filesFolder: string
}

/**
 * An admin uploads file after file in parts, each part at the other node; after a failure she asks how far it is and goes on.
 * @returns a function that stops it, and gives the complete ones that are lost or not as they were sent
 */
export function startFileUploads(
  { admin, fileProductId }: PreparedShop,
  ledger: Ledger,
  place: Place,
): () => Promise<string[]> {
  const over = new AbortController()
  /** The digests of complete files. */
  const sent = new Map<string, string>()
  let turn = 0
  const client = () => admin.at[(turn += 1) % 2 === 0 ? 0 : 1]

  async function upload(content: Buffer): Promise<void> {
    const name = `${turn}.bin`
    const path = `/api/admin/products/${fileProductId}/files`
    const begun = await attempt(ledger, 'file', [201], () =>
      client().request('POST', path, { name, bytes: content.length }),
    )
    let file = begun?.body as AdminDigitalFile | undefined
    while (file && file.readyAt === null && !over.signal.aborted) {
      const { id, received } = file
      const form = new FormData()
      form.append('offset', String(received))
      form.append(
        'part',
        new Blob([new Uint8Array(content.subarray(received, received + PART_BYTES))]),
        'part',
      )
      // A conflict: an earlier try of this part has arrived after all.
      const answer = await attempt(ledger, 'part of a file', [200, 409], () =>
        client().request('POST', `/api/admin/files/${id}/parts`, form),
      )
      if (answer?.status === 200) file = answer.body as AdminDigitalFile
      else {
        await pause(PAUSE_MS)
        file = (await readFileState(id)) ?? file
      }
    }
    if (file?.readyAt) sent.set(file.id, digestOf(content))
  }

  async function readFileState(id: string): Promise<AdminDigitalFile | undefined> {
    const path = `/api/admin/products/${fileProductId}/digital`
    const answer = await attempt(ledger, 'how far a file is', [200], () => client().request('GET', path))
    return (answer?.body as DigitalContent | undefined)?.files.find(each => each.id === id)
  }

  const ended = (async () => {
    while (!over.signal.aborted) {
      await upload(randomBytes(FILE_BYTES))
      await pause(PAUSE_MS)
    }
  })()
  return async () => {
    over.abort()
    await ended
    console.log(`${sent.size} files uploaded in parts`)
    return findLost(sent, place)
  }
}

async function findLost(sent: Map<string, string>, { databaseUrl, filesFolder }: Place): Promise<string[]> {
  const rows = await query<{ id: string; storageKey: string }>(
    databaseUrl,
    'select id, storage_key as "storageKey" from digital_files where ready_at is not null',
  )
  const keys = new Map(rows.map(({ id, storageKey }) => [id, storageKey]))
  const lost: string[] = []
  for (const [id, digest] of sent) {
    const key = keys.get(id)
    const stored = key === undefined ? null : await readFile(join(filesFolder, key)).catch(() => null)
    if (stored === null || digestOf(stored) !== digest)
      lost.push(`file ${id}: ${stored === null ? 'gone' : `${stored.length} bytes, not as they were sent`}`)
  }
  return lost
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
