import { eq, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { z } from 'zod'
import type { MailTemplate } from '../wire/mail.ts'
import type { Db } from './db.ts'
import { job, type Jobs } from './jobs.ts'
import type { Letter } from './letter.ts'
import { mails } from './table.ts'

export const mailJob = job<{ mailId: string }>('mail')

/** Turns a kept mail into a letter. */
export type WriteMail = (template: string, props: unknown) => Promise<Letter>

export type SentMail = Letter & { to: string; messageId: string }

/** Where a written mail goes. */
export interface MailTransport {
  send(mail: SentMail): Promise<void>
}

/** Keeps a mail in the caller's transaction; it is sent after that commits, at least once. */
export async function queueMail<Props extends z.ZodType>(
  tx: Db,
  jobs: Jobs,
  template: MailTemplate<Props>,
  recipient: string,
  props: z.input<Props>,
): Promise<void> {
  const [kept] = await tx
    .insert(mails)
    .values({ recipient, template: template.name, props })
    .returning({ id: mails.id })
  if (kept) await jobs.send(tx, mailJob, { mailId: kept.id })
}

/**
 * Sends one kept mail, unless it was sent. A crash between sending and noting so sends it again under the same
 * Message-ID, so that a mailbox can tell.
 * @throws what the transport says, for the job to try again.
 */
export async function sendKeptMail(
  db: Db,
  write: WriteMail,
  transport: MailTransport,
  mailId: string,
): Promise<void> {
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(eq(mails.id, mailId))
    .returning()
  if (!mail || mail.sentAt) return
  try {
    const letter = await write(mail.template, mail.props)
    await transport.send({ ...letter, to: mail.recipient, messageId: `<${mail.id}@gloed>` })
    await db.update(mails).set({ sentAt: new Date(), lastError: null }).where(eq(mails.id, mailId))
  } catch (error) {
    await db
      .update(mails)
      .set({ lastError: String(error) })
      .where(eq(mails.id, mailId))
    throw error
  }
}

/** Milliseconds after which a mail server that says nothing is given up, to be tried again later. */
const SMTP_PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...SMTP_PATIENCE }, { from })
  return { send: async mail => void (await transport.sendMail(mail)) }
}

/** Where mail goes when no SMTP server is set: the last hundred, newest first, to be read at `/dev/mails`. */
export function memoryTransport(): MailTransport & { sent: SentMail[] } {
  const sent: SentMail[] = []
  return {
    sent,
    send: async mail => {
      sent.unshift(mail)
      sent.length = Math.min(sent.length, 100)
    },
  }
}
