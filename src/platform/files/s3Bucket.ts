import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { FilesUnavailable, type StoredFile } from './storage.ts'

export type S3Settings = NonNullable<Config['s3']>

/** Bytes of a part of a multi-part upload: every part but the last needs at least 5 MiB, and a file may have 10,000. */
export const PART_BYTES = 6 * 1024 ** 2
/** Parts that are copied, or objects that are removed, at a time. */
const CONCURRENCY = 8

/** Milliseconds until a connection is made, and until a request is answered for which a visitor waits. */
const CONNECT_TIMEOUT = 2000
const ANSWER_TIMEOUT = 5000
/** Milliseconds for longer requests: sending a part by a slow line, copying within the server. */
const long = { requestTimeout: 60_000 }
/** Milliseconds without a byte after which a transfer is given up. */
const SEND_STALL = 5000
const RECEIVE_STALL = 20_000

/** Why a bucket can't be used. */
export interface S3Problem {
  /** True when the server answered that it may not be, which no waiting changes. */
  isRefused: boolean
  message: string
}

/**
 * One bucket of a server that speaks the S3 protocol. Knows objects by their full names; which names there are is for the stores. Its
 * methods throw `FilesUnavailable` when the server does not do the request.
 */
export interface S3Bucket {
  /** Whether the bucket can be listed with this key; null when all is well. */
  findProblem(): Promise<S3Problem | null>
  size(name: string): Promise<number | null>
  /** An object, or the part of it from `start` up to and including `end`; null when there is none. */
  open(name: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Writes an object that appears whole or not at all; more than a part's worth of a stream is sent in parts. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Makes an object of others, in this order, within the server. All but the last are of `PART_BYTES`. */
  join(name: string, sources: string[]): Promise<void>
  remove(names: Iterable<string>): Promise<void>
  /** All objects whose names begin with `prefix`, in the order of their names; `key` is the rest of the name. */
  list(prefix: string): AsyncGenerator<StoredFile>
  /** Removes the parts of multi-part uploads that began before `time` and were neither finished nor given up. */
  removeUnfinished(prefix: string, time: Date): Promise<void>
}

export function openBucket(settings: S3Settings): S3Bucket {
  const client = createClient(settings, 0)
  // Not for reads: there a buyer's slow line may stall.
  const sender = createClient(settings, SEND_STALL)
  const { bucket: Bucket } = settings
  return {
    findProblem: () =>
      client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })).then(() => null, describeProblem),
    size: async name => {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key: name })).catch(nullIfMissing)
      return head ? (head.ContentLength ?? 0) : null
    },
    async open(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket, Key: name, Range })
      const found = await client.send(command).catch(nullIfMissing)
      return found ? untilStalled(found.Body as Readable) : null
    },
    async put(name, content) {
      const parts = inParts(content)
      const { value: first = Buffer.alloc(0) } = await parts.next()
      if (first.length === PART_BYTES)
        return upload(client, { Bucket, Key: name }, at => sendParts(sender, at, first, parts))
      const command = new PutObjectCommand({ Bucket, Key: name, Body: first })
      await sender.send(command, long).catch(failUnavailable)
    },
    join: (name, sources) => upload(client, { Bucket, Key: name }, at => copyParts(client, at, sources)),
    remove: names =>
      eachOf(names, async name => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: name })).catch(failUnavailable)
      }),
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })
      for (;;) {
        const page = await pages.next().catch(failUnavailable)
        if (page.done) return
        for (const { Key = '', Size: bytes = 0, LastModified = new Date() } of page.value.Contents ?? [])
          yield { key: Key.slice(prefix.length), bytes, writtenAt: LastModified }
      }
    },
    removeUnfinished: (prefix, time) => removeUnfinished(client, { Bucket, Prefix: prefix }, time),
  }
}

async function removeUnfinished(
  client: S3Client,
  where: ListMultipartUploadsCommandInput,
  time: Date,
): Promise<void> {
  let page: ListMultipartUploadsCommandInput | null = where
  while (page) {
    const found: ListMultipartUploadsCommandOutput | null = await client
      .send(new ListMultipartUploadsCommand(page))
      .catch(nullIfUnknownCall)
    if (!found) return
    const old = (found.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < time)
    await eachOf(old, async ({ Key, UploadId }) => {
      const command = new AbortMultipartUploadCommand({ Bucket: where.Bucket, Key, UploadId })
      // It may have been finished or given up meanwhile.
      await client.send(command).catch(nullIfMissing)
    })
    page = found.IsTruncated
      ? { ...where, KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker }
      : null
  }
}

/** Without the checksums of 2024, which many compatible servers do not know: the signature covers the content of each part. */
function createClient(
  { endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings,
  socketTimeout: number,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      requestTimeout: ANSWER_TIMEOUT,
      throwOnRequestTimeout: true,
      socketTimeout,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
}

interface UploadPlace {
  Bucket: string
  Key: string
  UploadId: string | undefined
}

/** A multi-part upload: the object appears when all parts are there, and nothing stays of one that fails. */
async function upload(
  client: S3Client,
  name: Omit<UploadPlace, 'UploadId'>,
  sendAll: (at: UploadPlace) => Promise<CompletedPart[]>,
): Promise<void> {
  const begin = new CreateMultipartUploadCommand(name)
  const { UploadId } = await client.send(begin, long).catch(failUnavailable)
  const at = { ...name, UploadId }
  try {
    const Parts = await sendAll(at)
    const finish = new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })
    await client.send(finish, long).catch(failUnavailable)
  } catch (error) {
    // An upload that can't be removed now is removed later, by age.
    await client.send(new AbortMultipartUploadCommand(at)).catch(() => null)
    throw error
  }
}

async function sendParts(
  client: S3Client,
  at: UploadPlace,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<CompletedPart[]> {
  const sent: CompletedPart[] = []
  const send = async (Body: Buffer) => {
    const PartNumber = sent.length + 1
    const command = new UploadPartCommand({ ...at, PartNumber, Body })
    const { ETag } = await client.send(command, long).catch(failUnavailable)
    sent.push({ PartNumber, ETag })
  }
  await send(first)
  for await (const part of rest) await send(part)
  return sent
}

async function copyParts(client: S3Client, at: UploadPlace, sources: string[]): Promise<CompletedPart[]> {
  const copied: CompletedPart[] = []
  await eachOf(sources.entries(), async ([index, source]) => {
    const PartNumber = index + 1
    const command = new UploadPartCopyCommand({ ...at, PartNumber, CopySource: `${at.Bucket}/${source}` })
    const { CopyPartResult } = await client.send(command, long).catch(failUnavailable)
    copied[index] = { PartNumber, ETag: CopyPartResult?.ETag }
  })
  return copied
}

/** Passes a stream on; fails when bytes that are asked for do not come within `RECEIVE_STALL`. */
export function untilStalled(body: Readable): Readable {
  const pass = async function* () {
    const wait = () => setTimeout(() => body.destroy(new Error('S3 stopped sending')), RECEIVE_STALL)
    let stall = wait()
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        clearTimeout(stall)
        yield chunk
        stall = wait()
      }
    } finally {
      clearTimeout(stall)
    }
  }
  const passed = Readable.from(pass(), { objectMode: false })
  // Also when nobody began to read it, as for a client that left before its answer.
  return passed.once('close', () => body.destroy())
}

/** Cuts content into parts of `PART_BYTES`, of which the last is shorter; at least one, which may be empty. */
export async function* inParts(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  let isFirst = true
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + PART_BYTES - size)
      held.push(piece)
      size += piece.length
      from += piece.length
      if (size < PART_BYTES) continue
      yield Buffer.concat(held)
      held = []
      size = 0
      isFirst = false
    }
  }
  if (size > 0 || isFirst) yield Buffer.concat(held)
}

/** Does something with each item, a few at a time. */
export async function eachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let isOver = false
  const work = async () => {
    while (!isOver) {
      const next = await iterator.next()
      if (next.done) return
      await act(next.value)
    }
  }
  const workers = Array.from({ length: CONCURRENCY }, work)
  await Promise.all(workers).finally(() => (isOver = true))
}

interface S3Error extends Error {
  $metadata?: { httpStatusCode?: number }
}

const failUnavailable = (error: S3Error): never => {
  throw new FilesUnavailable(`S3: ${error.name}: ${error.message}`, error)
}

/** HEAD has no body that could say more than 404. */
const nullIfMissing = (error: S3Error): null => {
  if (error.$metadata?.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null
  return failUnavailable(error)
}

/** Some compatible servers have no list of unfinished uploads, and remove them themselves. */
const nullIfUnknownCall = (error: S3Error): null => {
  const isUnknown = error.$metadata?.httpStatusCode === 501 || error.$metadata?.httpStatusCode === 405
  return isUnknown ? null : failUnavailable(error)
}

function describeProblem(error: S3Error): S3Problem {
  const status = error.$metadata?.httpStatusCode ?? 0
  return { isRefused: status >= 300 && status < 500, message: `${error.name}: ${error.message}` }
}
