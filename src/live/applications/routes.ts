import type { FastifyInstance } from 'fastify'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../platform/http/upload.ts'
import type { Platform } from '../../platform/platform.ts'
import * as contract from './contract.ts'
import { addDocument, removeDocument } from './document.service.ts'
import type { IdentityVerifier } from './provider.gateway.ts'
import type { TextReader } from './textReader.gateway.ts'
import { beginProof, finishProof } from './provider.service.ts'
import * as service from './service.ts'

const documentField = { field: 'document', largest: contract.MAX_DOCUMENT_BYTES, missing: 'Kies een foto.' }

const DAY_MS = 24 * 3_600_000
/** Photos a person and day: reading one takes seconds of a core. */
const MAX_UPLOADS = 40

/** @param identity null where an admin alone looks at documents */
export async function applicationRoutes(
  app: FastifyInstance,
  platform: Platform,
  { identity: verifier, textReader: reader }: { identity: IdentityVerifier | null; textReader: TextReader },
): Promise<void> {
  app.addHook('onClose', () => reader.close())
  const most = Math.ceil(MAX_UPLOADS * platform.config.rateLimitFactor)
  const uploads = createSharedRateLimit(platform, 'identity-documents', most, DAY_MS)
  const readOwn = (userId: string) => service.readOwnApplication(platform, verifier, userId)
  serve(app, contract.readOwnApplication, (_, { userId }) => readOwn(userId))
  serve(app, contract.startApplication, async (details, { userId }) => {
    await service.startApplication(platform, userId, details)
    return readOwn(userId)
  })
  serve(app, contract.changeApplication, async (details, { userId }) => {
    await service.changeApplication(platform, userId, details)
    return readOwn(userId)
  })
  serve(app, contract.withdrawApplication, async (_, { userId }) => {
    await service.withdrawApplication(platform, userId)
    return readOwn(userId)
  })
  serve(app, contract.sendApplication, async (_, { userId }) => {
    await service.sendApplication(platform, userId)
    return readOwn(userId)
  })
  serve(app, contract.removeDocument, async ({ documentId }, { userId }) => {
    await removeDocument(platform, userId, documentId)
    return readOwn(userId)
  })
  serve(app, contract.beginIdentityProof, async (_, login) => ({
    url: await beginProof(platform, verifier, login),
  }))
  serve(app, contract.finishIdentityProof, async (answer, login) => {
    await finishProof(platform, verifier, login, answer)
    return readOwn(login.userId)
  })
  await registerMultipart(app, contract.MAX_DOCUMENT_BYTES, scope => {
    serveWithContext(scope, contract.uploadDocument, async (_, { userId }, { request }) => {
      await uploads.consume(userId)
      await addDocument(platform, reader, userId, await readUploadedFile(request, documentField))
      return readOwn(userId)
    })
  })
}
