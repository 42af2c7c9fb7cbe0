import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Attachment } from '../mail/emailRenderer.ts'

/** Sends a private file, which no cache may store. @param inline true to show it in the browser instead of downloading it */
export async function sendFile(
  reply: FastifyReply,
  { filename, content, contentType }: Omit<Attachment, 'content'> & { content: Buffer | Readable },
  inline = false,
): Promise<void> {
  await reply
    .type(contentType)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename="${filename}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}
