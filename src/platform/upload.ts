import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../wire/problem.ts'

/**
 * Mounts what takes a form with a file; elsewhere such forms are not read.
 * @param largest bytes of a file
 */
export const withForms = async (
  app: FastifyInstance,
  largest: number,
  mount: (scope: FastifyInstance) => void,
): Promise<void> => {
  await app.register(async scope => {
    // The byte too many is seen in `takeFile`: whether the reader of forms tells of it in time is chance.
    await scope.register(multipart, { limits: { fileSize: largest + 1, files: 1, fields: 5, parts: 6 } })
    mount(scope)
  })
}

interface Wanted {
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
export async function takeFile(
  request: FastifyRequest,
  { field, largest, missing }: Wanted,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
  const file = await request.file().catch(refused(largest))
  if (!file || file.fieldname !== field) throw new Problem('INVALID_INPUT', { fields: { [field]: missing } })
  const sent = await file.toBuffer().catch(refused(largest))
  if (sent.length > largest) throw tooLarge(largest)
  return sent
}

/** What the reader of forms found wrong; of a form that is cut off it only says that it is. */
const refused =
  (largest: number) =>
  (error: Error & { statusCode?: number }): never => {
    throw error.statusCode === 413 ? tooLarge(largest) : new Problem('MALFORMED_REQUEST')
  }

const tooLarge = (largest: number) =>
  new Problem('TOO_LARGE', { message: `Kies een foto van hoogstens ${largest / 1024 ** 2} MB.` })
