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
  const readOwn = async (userId: string, change?: Promise<void>) => {
    await change
    return service.readOwnApplication(platform, verifier, userId)
  }
  serve(app, contract.readOwnApplication, (_, { userId }) => readOwn(userId))
  serve(app, contract.startApplication, (details, { userId }) =>
    readOwn(userId, service.startApplication(platform, userId, details)),
  )
  serve(app, contract.changeApplication, (details, { userId }) =>
    readOwn(userId, service.changeApplication(platform, userId, details)),
  )
  serve(app, contract.withdrawApplication, (_, { userId }) =>
    readOwn(userId, service.withdrawApplication(platform, userId)),
  )
  serve(app, contract.sendApplication, (_, { userId }) =>
    readOwn(userId, service.sendApplication(platform, userId)),
  )
  serve(app, contract.removeDocument, ({ documentId }, { userId }) =>
    readOwn(userId, removeDocument(platform, userId, documentId)),
  )
  serve(app, contract.beginIdentityProof, async (_, login) => ({
    url: await beginProof(platform, verifier, login),
  }))
  serve(app, contract.finishIdentityProof, (answer, login) =>
    readOwn(login.userId, finishProof(platform, verifier, login, answer)),
  )
  await registerMultipart(app, contract.MAX_DOCUMENT_BYTES, scope => {
    serveWithContext(scope, contract.uploadDocument, async (_, { userId }, { request }) => {
      await uploads.consume(userId)
      const photo = await readUploadedFile(request, documentField)
      return readOwn(userId, addDocument(platform, reader, userId, photo))
    })
  })
}
