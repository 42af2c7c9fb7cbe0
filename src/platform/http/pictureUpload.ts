import type { Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../wire/problem.ts'
import { isDatabaseUnavailable } from '../db/databaseErrors.ts'
import { hasImageSignature } from '../files/imageProcessing.ts'
import { newStorageKey, type FileStorage } from '../files/storage.ts'

/** A file that was received completely. */
export interface UploadedPicture {
  key: string
  bytes: number
}

interface PictureUploadOptions {
  /** The name of the form's field. */
  field: string
  /** The storage folder of the files until they are processed. */
  folder: string
  /** Bytes of one file. */
  largest: number
  /** Files per form. */
  most: number
}

/** Limits on a form's other fields. */
const formLimits = { fields: 40, fieldSize: 64 * 1024, headerPairs: 20 }

/**
 * Reads forms with several pictures. Each is streamed to the storage, so that it takes no memory. Files that `keep` did not hand over
 * are removed: when the form cannot be read to its end, when `keep` fails, and else when the response is over or its client is gone.
 * @param scope in which `@fastify/multipart` is registered
 */
export function createPictureUploads(
  scope: FastifyInstance,
  storage: FileStorage,
  options: PictureUploadOptions,
) {
  const arrived = new WeakMap<FastifyRequest, UploadedPicture[]>()
  const take = (request: FastifyRequest): UploadedPicture[] => {
    const files = arrived.get(request) ?? []
    arrived.delete(request)
    return files
  }
  const remove = (files: UploadedPicture[]) => Promise.all(files.map(({ key }) => storage.remove(key)))
  scope.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      remove(take(request)).catch((error: unknown) => request.log.error(error, 'uploaded files not removed'))
    })
  })
  return {
    /**
     * Stores the form's files. @returns its other fields, or the parsed body when it is not a form
     * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE, MALFORMED_REQUEST, INVALID_INPUT
     */
    async read(request: FastifyRequest): Promise<unknown> {
      if (!request.isMultipart()) return request.body
      const files: UploadedPicture[] = []
      arrived.set(request, files)
      try {
        const fields = await readParts(request, storage, options, files)
        if (!arrived.has(request)) throw new Problem('MALFORMED_REQUEST')
        return fields
      } catch (error) {
        // Also a file that was still being written when the client left.
        await remove(files)
        throw error
      }
    },
    /**
     * Gives the files to `work`; when it succeeds they are no longer removed.
     * @throws Problem MALFORMED_REQUEST when the client of a form is gone
     */
    async keep<T>(request: FastifyRequest, work: (files: UploadedPicture[]) => Promise<T>): Promise<T> {
      // Out of reach of `close`: a client that leaves now must not take the files of rows that are being stored.
      if (request.isMultipart() && !arrived.has(request)) throw new Problem('MALFORMED_REQUEST')
      const files = take(request)
      try {
        return await work(files)
      } catch (error) {
        // Its rows may have been stored all the same; files without rows are removed later.
        if (!isDatabaseUnavailable(error)) await remove(files)
        throw error
      }
    },
  }
}

/** Reads a form to its end even when a part is refused, because a browser reads the response only after sending everything. */
async function readParts(
  request: FastifyRequest,
  storage: FileStorage,
  options: PictureUploadOptions,
  files: UploadedPicture[],
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  let problem: unknown = null
  const parts = request.parts({
    limits: { ...formLimits, files: options.most, parts: formLimits.fields + options.most },
  })
  try {
    for await (const part of parts) {
      try {
        if (part.type === 'file' && problem === null) await storePart(part, storage, options, files)
        else if (part.type === 'field') fields[part.fieldname] = String(part.value)
      } catch (error) {
        problem ??= error
      }
      if (part.type === 'file') part.file.resume()
    }
  } catch (error) {
    problem ??= toUploadProblem(error as Error & { statusCode?: number }, options)
    request.raw.resume()
  }
  if (problem !== null) throw problem
  return fields
}

type FilePart = Extract<Multipart, { type: 'file' }>

async function storePart(
  { fieldname, filename, file }: FilePart,
  storage: FileStorage,
  { field, folder, largest }: PictureUploadOptions,
  files: UploadedPicture[],
): Promise<void> {
  // A browser sends an empty part for an empty file field.
  if (fieldname !== field || !filename) return
  const info = { name: filename.slice(0, 80), field, largest }
  const picture = { key: newStorageKey(folder, 'sent'), bytes: 0 }
  const checked = async function* () {
    let head = Buffer.alloc(0)
    // Not destroyed on an error: the rest of the file has to be read before the next part.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      picture.bytes += chunk.length
      if (picture.bytes > largest) throw tooLarge(info)
      if (head.length < 12) {
        head = Buffer.concat([head, chunk.subarray(0, 12)])
        if (head.length >= 12 && !hasImageSignature(head)) throw notAPicture(info)
      }
      yield chunk
    }
    if (head.length < 12) throw picture.bytes === 0 ? empty(info) : notAPicture(info)
  }
  await storage.put(picture.key, checked())
  files.push(picture)
}

interface UploadedPartInfo {
  name: string
  field: string
  largest: number
}

const uploadProblem = (
  code: 'TOO_LARGE' | 'UNSUPPORTED_TYPE',
  { field }: UploadedPartInfo,
  message: string,
) => new Problem(code, { message, fields: { [field]: message } })
const empty = (info: UploadedPartInfo) => uploadProblem('UNSUPPORTED_TYPE', info, `“${info.name}” is leeg.`)
const notAPicture = (info: UploadedPartInfo) =>
  uploadProblem('UNSUPPORTED_TYPE', info, `“${info.name}” is geen JPG, PNG of WebP.`)
const tooLarge = (info: UploadedPartInfo) =>
  uploadProblem('TOO_LARGE', info, `“${info.name}” is groter dan ${info.largest / 1024 ** 2} MB.`)

/** Maps an error of multipart. */
function toUploadProblem(
  error: Error & { statusCode?: number; code?: string },
  { field, most }: PictureUploadOptions,
): Problem {
  if (error.statusCode !== 413) return new Problem('MALFORMED_REQUEST')
  if (error.code !== 'FST_FILES_LIMIT' && error.code !== 'FST_PARTS_LIMIT') return new Problem('TOO_LARGE')
  const message = `Stuur hoogstens ${most} foto’s tegelijk.`
  return new Problem('TOO_LARGE', { message, fields: { [field]: message } })
}
