import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './emailRenderer.ts'
import type { OutgoingEmail } from './mail.ts'

/** `/dev/mails`: shows the mails that were sent while no SMTP server is set. Never mounted in production. */
export function devMailRoutes(app: FastifyInstance, sent: OutgoingEmail[]): void {
  app.get('/dev/mails', (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page(sent.map(asArticle).join(''))),
  )
}

const page = (mails: string): string => `<!DOCTYPE html>
<html lang="nl"><meta charset="utf-8"><title>Verzonden mails</title>
<body style="font: 1rem/1.6 system-ui; max-width: 48rem; margin: 2rem auto; padding: 0 1rem">
<h1>Verzonden mails</h1>${mails || '<p>Er is nog geen mail verzonden.</p>'}`

const asArticle = ({ to, subject, text, attachments }: OutgoingEmail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>Aan ${escapeHtml(to)}</p>${attachments.map(({ filename }) => `<p>Bijlage: ${escapeHtml(filename)}</p>`).join('')}<pre style="white-space: pre-wrap">${escapeHtml(text)}</pre></article><hr>`
