import type { Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../wire/problem.ts'
import { hasImageSignature } from './imageProcessing.ts'
import { newStorageKey, type FileStorage } from './storage.ts'

/** A file that has arrived whole. */
export interface UploadedPicture {
  key: string
  bytes: number
}

interface PictureUploadOptions {
  /** The name of the form's field. */
  field: string
  /** Where files are kept until someone has drawn them. */
  folder: string
  /** Bytes of one. */
  largest: number
  /** How many at once. */
  most: number
}

/** What a form may hold besides its files. */
const formLimits = { fields: 40, fieldSize: 64 * 1024, headerPairs: 20 }

/**
 * Reads forms with several pictures: each goes to where files are kept as it arrives, so that a large one, or many, take no
 * memory. What came and was not made use of is removed when the request is over, however it ends.
 * @param scope where forms are read (`withForms`)
 */
export function createPictureUploads(
  scope: FastifyInstance,
  storage: FileStorage,
  wanted: PictureUploadOptions,
) {
  const arrived = new WeakMap<FastifyRequest, UploadedPicture[]>()
  const discard = async (request: FastifyRequest): Promise<void> => {
    const files = arrived.get(request) ?? []
    arrived.delete(request)
    await Promise.all(files.map(({ key }) => storage.remove(key)))
  }
  scope.addHook('onResponse', discard)
  scope.addHook('onRequestAbort', discard)
  return {
    /**
     * The form's other fields; what is no form is left as it was read.
     * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE, MALFORMED_REQUEST, INVALID_INPUT
     */
    async read(request: FastifyRequest): Promise<unknown> {
      if (!request.isMultipart()) return request.body
      const files: UploadedPicture[] = []
      arrived.set(request, files)
      return readParts(request, storage, wanted, files)
    },
    /** Hands the files over: once the work is done they are its own. */
    async keep<T>(request: FastifyRequest, work: (files: UploadedPicture[]) => Promise<T>): Promise<T> {
      const done = await work(arrived.get(request) ?? [])
      arrived.delete(request)
      return done
    },
  }
}

/** A form is read to its end also when a part of it is refused: a browser hears an answer only after it has sent all. */
async function readParts(
  request: FastifyRequest,
  storage: FileStorage,
  wanted: PictureUploadOptions,
  files: UploadedPicture[],
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  let refusal: unknown = null
  const parts = request.parts({
    limits: { ...formLimits, files: wanted.most, parts: formLimits.fields + wanted.most },
  })
  try {
    for await (const part of parts) {
      try {
        if (part.type === 'file' && refusal === null) await storePart(part, storage, wanted, files)
        else if (part.type === 'field') fields[part.fieldname] = String(part.value)
      } catch (error) {
        refusal ??= error
      }
      if (part.type === 'file') part.file.resume()
    }
  } catch (error) {
    refusal ??= toUploadProblem(error as Error & { statusCode?: number }, wanted)
    request.raw.resume()
  }
  if (refusal !== null) throw refusal
  return fields
}

type FilePart = Extract<Multipart, { type: 'file' }>

async function storePart(
  { fieldname, filename, file }: FilePart,
  storage: FileStorage,
  { field, folder, largest }: PictureUploadOptions,
  files: UploadedPicture[],
): Promise<void> {
  // A browser sends an empty part for a field in which nothing was chosen.
  if (fieldname !== field || !filename) return
  const said = { name: filename.slice(0, 80), field, largest }
  const one = { key: newStorageKey(folder, 'sent'), bytes: 0 }
  const checked = async function* () {
    let head = Buffer.alloc(0)
    // A file that is given up is not closed: its rest has to be read for the next part to come.
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      one.bytes += chunk.length
      if (one.bytes > largest) throw tooLarge(said)
      if (head.length < 12) {
        head = Buffer.concat([head, chunk.subarray(0, 12)])
        if (head.length >= 12 && !hasImageSignature(head)) throw notAPicture(said)
      }
      yield chunk
    }
    if (head.length < 12) throw one.bytes === 0 ? empty(said) : notAPicture(said)
  }
  await storage.put(one.key, checked())
  files.push(one)
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
const empty = (said: UploadedPartInfo) => uploadProblem('UNSUPPORTED_TYPE', said, `“${said.name}” is leeg.`)
const notAPicture = (said: UploadedPartInfo) =>
  uploadProblem('UNSUPPORTED_TYPE', said, `“${said.name}” is geen JPG, PNG of WebP.`)
const tooLarge = (said: UploadedPartInfo) =>
  uploadProblem('TOO_LARGE', said, `“${said.name}” is groter dan ${said.largest / 1024 ** 2} MB.`)

/** What the reader of forms found wrong; of a form that is cut off it only says that it is. */
function toUploadProblem(
  error: Error & { statusCode?: number; code?: string },
  { field, most }: PictureUploadOptions,
): Problem {
  if (error.statusCode !== 413) return new Problem('MALFORMED_REQUEST')
  if (error.code !== 'FST_FILES_LIMIT' && error.code !== 'FST_PARTS_LIMIT') return new Problem('TOO_LARGE')
  const message = `Stuur hoogstens ${most} foto’s tegelijk.`
  return new Problem('TOO_LARGE', { message, fields: { [field]: message } })
}
