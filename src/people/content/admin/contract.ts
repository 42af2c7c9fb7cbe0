import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import { ContentBody } from '../../../wire/content.ts'
import { ContentSummary, AdminContent } from '../contract.ts'

export const listContent = endpoint('GET /api/admin/content', 'admin', {
  summary: 'The texts that can be edited, with what is published and drafted',
  output: z.array(ContentSummary),
})

const key = z.string().min(1).max(80)

export const readContent = endpoint('GET /api/admin/content/:key', 'admin', {
  summary: 'One text: how it is edited, its default, its draft and its versions',
  input: z.object({ key }),
  output: AdminContent,
})

/** The versions that the editor was opened with: another admin may have saved or published since. */
const opened = { key, version: z.int().min(0), revision: z.int().min(0) }

const changed = { output: AdminContent, problems: ['CONTENT_CHANGED'] as const }

export const saveDraft = endpoint('PUT /api/admin/content/:key/draft', 'admin', {
  summary: 'Save the draft of a text; 409 CONTENT_CHANGED when someone else saved or published since',
  input: z.object({ ...opened, body: ContentBody }),
  ...changed,
})

export const discardDraft = endpoint('DELETE /api/admin/content/:key/draft', 'admin', {
  summary: 'Discard the draft of a text',
  input: z.object(opened),
  inBody: true,
  status: 200,
  ...changed,
})

export const publishContent = endpoint('POST /api/admin/content/:key/publish', 'admin', {
  summary: 'Publish a new version of a text; what was published before stays readable',
  input: z.object({
    ...opened,
    body: ContentBody,
    /** Whether users must accept this version before they order again; only for a text that may ask. */
    asksAcceptance: z.boolean().default(false),
  }),
  status: 200,
  ...changed,
})

export const previewMail = endpoint('POST /api/admin/content/:key/preview', 'admin', {
  summary: 'Render a mail with the words of an editor and example data; stores and sends nothing',
  input: z.object({ key, body: ContentBody }),
  output: z.object({ subject: z.string(), html: z.string() }),
  status: 200,
})
