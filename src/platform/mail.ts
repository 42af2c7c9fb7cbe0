import { and, eq, isNull, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { z } from 'zod'
import type { MailTemplate } from '../wire/mail.ts'
import type { Tx } from './db.ts'
import { defineJob, type Jobs } from './jobs.ts'
import type { RenderedEmail } from './emailRenderer.ts'
import type { Platform } from './platform.ts'
import { redactTokens } from './redact.ts'
import { mails } from './table.ts'

export const mailJob = defineJob<{ mailId: string }>('mail')

/** Turns a kept mail into a letter. */
export type MailRenderer = (template: string, props: unknown) => Promise<RenderedEmail>

export type OutgoingEmail = RenderedEmail & { to: string; messageId: string }

/** Where a written mail goes. */
export interface MailTransport {
  send(mail: OutgoingEmail): Promise<void>
}

/** The domain of addresses that nobody reads (RFC 2606): it stands in place of the address of who is erased. */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Keeps a mail in the caller's transaction; it is sent after that commits, at least once. Who is gone gets none. */
export async function queueMail<Props extends z.ZodType>(
  tx: Tx,
  jobs: Jobs,
  template: MailTemplate<Props>,
  recipient: string,
  props: z.input<Props>,
): Promise<void> {
  if (recipient.endsWith(`@${ERASED_EMAIL_DOMAIN}`)) return
  const [kept] = await tx
    .insert(mails)
    .values({ recipient, template: template.name, props })
    .returning({ id: mails.id })
  if (kept) await jobs.send(tx, mailJob, { mailId: kept.id })
}

/** Keeps mails of one kind to several people, each with what it says, in two statements; as `queueMail` does one. */
export async function queueMails<Props extends z.ZodType>(
  tx: Tx,
  jobs: Jobs,
  template: MailTemplate<Props>,
  letters: { recipient: string; props: z.input<Props> }[],
): Promise<void> {
  const due = letters.filter(({ recipient }) => !recipient.endsWith(`@${ERASED_EMAIL_DOMAIN}`))
  if (due.length === 0) return
  const kept = await tx
    .insert(mails)
    .values(due.map(letter => ({ ...letter, template: template.name })))
    .returning({ mailId: mails.id })
  await jobs.sendAll(tx, mailJob, kept)
}

/** The mail server refuses this mail, and would again: there is no such mailbox, or it takes no such letter. */
class PermanentDeliveryError extends Error {}

/** Milliseconds for which a mail is tried that gets no further; then it is given up. */
const GIVE_UP_AFTER_MS = 7 * 24 * 3_600_000

/**
 * Sends one kept mail, unless it was sent or given up. A crash between sending and noting so sends it again under the
 * same Message-ID, so that a mailbox can tell. What is refused for good, or was tried for a week, is given up and logged.
 * @throws what the transport says, for the job to try again.
 */
export async function sendStoredMail(
  { db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>,
  write: MailRenderer,
  transport: MailTransport,
  mailId: string,
): Promise<void> {
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, mailId), isNull(mails.sentAt), isNull(mails.failedAt)))
    .returning()
  if (!mail) return
  const note = (what: Partial<typeof mails.$inferInsert>) =>
    db.update(mails).set(what).where(eq(mails.id, mailId))
  try {
    const letter = await write(mail.template, mail.props)
    await transport.send({ ...letter, to: mail.recipient, messageId: `<${mail.id}@gloed>` })
    await note({ sentAt: now(), lastError: null })
  } catch (error) {
    const isOver =
      error instanceof PermanentDeliveryError || now().getTime() - mail.triedFrom.getTime() > GIVE_UP_AFTER_MS
    await note({ lastError: redactTokens(String(error)), ...(isOver && { failedAt: now() }) })
    if (!isOver) throw error
    log.error({ mailId, template: mail.template }, 'a mail was given up')
  }
}

/** Milliseconds after which a mail server that says nothing is given up, to be tried again later. */
const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  /** For all of a mail: a server that drips is never silent. */
  wholeTimeout: 60_000,
}

export function smtpTransport(smtpUrl: string, from: string, patience = SMTP_TIMEOUTS): MailTransport {
  const { wholeTimeout, ...silences } = patience
  const transport = createTransport({ url: smtpUrl, ...silences }, { from })
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, signal: AbortSignal.timeout(wholeTimeout) })
      } catch (error) {
        throw isPermanentFailure(error) ? new PermanentDeliveryError(String(error), { cause: error }) : error
      }
    },
  }
}

/** A 5xx to the recipient or the letter, RFC 5321 section 4.2.1; to anything else it is about us, and can be mended. */
function isPermanentFailure(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Where mail goes when no SMTP server is set: the last hundred, newest first, to be read at `/dev/mails`. */
export function memoryTransport(): MailTransport & { sent: OutgoingEmail[] } {
  const sent: OutgoingEmail[] = []
  return {
    sent,
    send: async mail => {
      sent.unshift(mail)
      sent.length = Math.min(sent.length, 100)
    },
  }
}
