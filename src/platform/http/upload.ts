import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../wire/problem.ts'

/**
 * Mounts routes that accept a multipart form with a file; other routes do not parse such forms.
 * @param largest bytes of a file
 */
export const registerMultipart = async (
  app: FastifyInstance,
  largest: number,
  mount: (scope: FastifyInstance) => void,
): Promise<void> => {
  await app.register(async scope => {
    // One byte more, so that `readUploadedFile` detects the excess: multipart may report it too late.
    await scope.register(multipart, { limits: { fileSize: largest + 1, files: 1, fields: 5, parts: 6 } })
    mount(scope)
  })
}

interface UploadField {
  field: string
  /** Bytes. */
  largest: number
  /** The Dutch message when the file is missing. */
  missing: string
}

/**
 * Reads the one file of a form.
 * @throws Problem UNSUPPORTED_TYPE when it is not a form, TOO_LARGE, MALFORMED_REQUEST, INVALID_INPUT when the file is missing
 */
export async function readUploadedFile(request: FastifyRequest, upload: UploadField): Promise<Buffer> {
  const { largest } = upload
  const file = await openFilePart(request, upload)
  const sent = await file.toBuffer().catch(rethrowUploadError(largest))
  if (sent.length > largest) throw tooLarge(largest)
  return sent
}

/** A file as a stream, and the form's fields before it. */
export interface UploadStream {
  name: string
  fields: Record<string, string>
  bytes: Readable
  /** To be called after the last byte. @throws Problem TOO_LARGE */
  assertComplete: () => void
}

/**
 * Opens the one file of a form as a stream, for files that are too large for memory.
 * @throws Problem UNSUPPORTED_TYPE when it is not a form, MALFORMED_REQUEST, INVALID_INPUT when the file is missing
 */
export async function openUpload(request: FastifyRequest, upload: UploadField): Promise<UploadStream> {
  const file = await openFilePart(request, upload)
  const fields: Record<string, string> = {}
  for (const [name, part] of Object.entries(file.fields))
    if (part && 'value' in part && typeof part.value === 'string') fields[name] = part.value
  return {
    name: file.filename,
    fields,
    bytes: file.file,
    assertComplete: () => {
      if (file.file.truncated) throw tooLarge(upload.largest)
    },
  }
}

async function openFilePart(
  request: FastifyRequest,
  { field, largest, missing }: UploadField,
): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
  const file = await request.file().catch(rethrowUploadError(largest))
  if (!file || file.fieldname !== field) throw new Problem('INVALID_INPUT', { fields: { [field]: missing } })
  return file
}

/** Maps an error of multipart; its message on a truncated form is of no use. */
const rethrowUploadError =
  (largest: number) =>
  (error: Error & { statusCode?: number }): never => {
    throw error.statusCode === 413 ? tooLarge(largest) : new Problem('MALFORMED_REQUEST')
  }

const tooLarge = (largest: number) =>
  new Problem('TOO_LARGE', { message: `Kies een bestand van hoogstens ${largest / 1024 ** 2} MB.` })
