import type { FastifyReply } from 'fastify'
import type { Attachment } from './emailRenderer.ts'

/** Answers a file that is for its reader alone. @param inline shown in the browser, to be printed, rather than kept */
export async function sendFile(
  reply: FastifyReply,
  { filename, content, contentType }: Attachment,
  inline = false,
): Promise<void> {
  await reply
    .type(contentType)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename="${filename}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}
