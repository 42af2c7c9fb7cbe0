import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  discardDraft,
  listContent,
  previewMail,
  publishContent,
  readContent,
  readFaq,
  readHome,
  saveDraft,
} from './contract.ts'
import {
  type ContentDefinitions,
  discardContentDraft,
  findContent,
  findDefinition,
  getContent,
  type MailPreview,
  previewMailText,
  publishContentVersion,
  readFaqContent,
  readHomeContent,
  saveContentDraft,
} from './service.ts'

/**
 * @param definitions all texts that can be edited
 * @param renderPreview renders a mail; null for a text that is none
 */
export function contentRoutes(
  app: FastifyInstance,
  platform: Platform,
  definitions: ContentDefinitions,
  renderPreview: MailPreview,
): void {
  const { db } = platform
  const find = (key: string) => findDefinition(definitions, key)
  serve(app, readHome, () => readHomeContent(platform))
  serve(app, readFaq, () => readFaqContent(platform))
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
