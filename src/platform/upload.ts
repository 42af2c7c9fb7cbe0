import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../wire/problem.ts'

/**
 * Mounts what takes a form with a file; elsewhere such forms are not read.
 * @param largest bytes of a file
 */
export const registerMultipart = async (
  app: FastifyInstance,
  largest: number,
  mount: (scope: FastifyInstance) => void,
): Promise<void> => {
  await app.register(async scope => {
    // The byte too many is seen in `readUploadedFile`: whether the reader of forms tells of it in time is chance.
    await scope.register(multipart, { limits: { fileSize: largest + 1, files: 1, fields: 5, parts: 6 } })
    mount(scope)
  })
}

interface UploadField {
  field: string
  /** Bytes. */
  largest: number
  /** What is said when it is not there. */
  missing: string
}

/**
 * The one file of a form.
 * @throws Problem UNSUPPORTED_TYPE for what is no form, TOO_LARGE, MALFORMED_REQUEST, INVALID_INPUT when the file is not there
 */
export async function readUploadedFile(
  request: FastifyRequest,
  { field, largest, missing }: UploadField,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
  const file = await request.file().catch(rethrowUploadError(largest))
  if (!file || file.fieldname !== field) throw new Problem('INVALID_INPUT', { fields: { [field]: missing } })
  const sent = await file.toBuffer().catch(rethrowUploadError(largest))
  if (sent.length > largest) throw tooLarge(largest)
  return sent
}

/** A file that is still on its way, and what stood in the form before it. */
export interface UploadStream {
  name: string
  fields: Record<string, string>
  bytes: Readable
  /** To be asked once all of it was read. @throws Problem TOO_LARGE */
  assertComplete: () => void
}

/**
 * The one file of a form, as it comes in: for what is too large to hold in memory.
 * @throws Problem UNSUPPORTED_TYPE for what is no form, MALFORMED_REQUEST, INVALID_INPUT when the file is not there
 */
export async function openUpload(
  request: FastifyRequest,
  { field, largest, missing }: UploadField,
): Promise<UploadStream> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
  const file = await request.file().catch(rethrowUploadError(largest))
  if (!file || file.fieldname !== field) throw new Problem('INVALID_INPUT', { fields: { [field]: missing } })
  const fields: Record<string, string> = {}
  for (const [name, part] of Object.entries(file.fields))
    if (part && 'value' in part && typeof part.value === 'string') fields[name] = part.value
  return {
    name: file.filename,
    fields,
    bytes: file.file,
    assertComplete: () => {
      if (file.file.truncated) throw tooLarge(largest)
    },
  }
}

/** What the reader of forms found wrong; of a form that is cut off it only says that it is. */
const rethrowUploadError =
  (largest: number) =>
  (error: Error & { statusCode?: number }): never => {
    throw error.statusCode === 413 ? tooLarge(largest) : new Problem('MALFORMED_REQUEST')
  }

const tooLarge = (largest: number) =>
  new Problem('TOO_LARGE', { message: `Kies een bestand van hoogstens ${largest / 1024 ** 2} MB.` })
