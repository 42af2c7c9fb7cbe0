import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { ContentDefinitions, MailPreview } from '../service.ts'
import { discardDraft, listContent, previewMail, publishContent, readContent, saveDraft } from './contract.ts'
import {
  discardContentDraft,
  findContent,
  findDefinition,
  getContent,
  previewMailText,
  publishContentVersion,
  saveContentDraft,
} from './service.ts'

export function contentAdminRoutes(
  app: FastifyInstance,
  platform: Platform,
  definitions: ContentDefinitions,
  renderPreview: MailPreview,
): void {
  const { db } = platform
  const find = (key: string) => findDefinition(definitions, key)
  serve(app, listContent, () => findContent(db, definitions))
  serve(app, readContent, ({ key }) => getContent(db, find(key)))
  serve(app, saveDraft, (input, { userId }) => saveContentDraft(platform, userId, find(input.key), input))
  serve(app, discardDraft, (input, { userId }) =>
    discardContentDraft(platform, userId, find(input.key), input),
  )
  serve(app, previewMail, ({ key, body }) => previewMailText(renderPreview, key, body))
  serve(app, publishContent, (input, { userId }) =>
    publishContentVersion(platform, userId, find(input.key), input),
  )
}
