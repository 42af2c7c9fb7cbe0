import type { FastifyInstance } from 'fastify'
import { escaped } from './letter.ts'
import type { SentMail } from './mail.ts'

/** `/dev/mails`: reads the mail that was sent while no SMTP server is set. Never mounted in production. */
export function outboxRoutes(app: FastifyInstance, sent: SentMail[]): void {
  app.get('/dev/mails', (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page(sent.map(asArticle).join(''))),
  )
}

const page = (mails: string): string => `<!DOCTYPE html>
<html lang="nl"><meta charset="utf-8"><title>Verzonden mails</title>
<body style="font: 1rem/1.6 system-ui; max-width: 48rem; margin: 2rem auto; padding: 0 1rem">
<h1>Verzonden mails</h1>${mails || '<p>Er is nog geen mail verzonden.</p>'}`

const asArticle = ({ to, subject, text, attachments }: SentMail): string =>
  `<article><h2>${escaped(subject)}</h2><p>Aan ${escaped(to)}</p>${attachments.map(({ filename }) => `<p>Bijlage: ${escaped(filename)}</p>`).join('')}<pre style="white-space: pre-wrap">${escaped(text)}</pre></article><hr>`
