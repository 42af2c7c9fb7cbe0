import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { MailTemplate } from '../../wire/mail.ts'
import type { Tx } from '../db/db.ts'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import { redactTokens } from '../telemetry/log.ts'
import type { RenderedEmail } from './emailRenderer.ts'
import type { Platform } from '../platform.ts'
import { mayBePublicHost } from '../http/ssrfGuard.ts'
import { mails } from '../db/table.ts'

export const mailJob = defineJob<{ mailId: string }>('mail')

/** Renders a stored mail by its template and props. */
export type MailRenderer = (template: string, props: unknown) => Promise<RenderedEmail>

export type OutgoingEmail = RenderedEmail & { to: string; messageId: string }

/** Sends a rendered mail. */
export interface MailTransport {
  send(mail: OutgoingEmail): Promise<void>
}

/** A domain that can't exist (RFC 2606), for the addresses of erased accounts. */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

/** Stores a mail in the caller's transaction; it is sent at least once after the commit. Erased accounts get none. */
export async function queueMail<Props extends z.ZodType>(
  tx: Tx,
  jobs: Jobs,
  template: MailTemplate<Props>,
  recipient: string,
  props: z.input<Props>,
): Promise<void> {
  if (recipient.endsWith(`@${ERASED_EMAIL_DOMAIN}`)) return
  const [stored] = await tx
    .insert(mails)
    .values({ recipient, template: template.name, props })
    .returning({ id: mails.id })
  if (stored) await jobs.send(tx, mailJob, { mailId: stored.id })
}

/** Stores mails of one template to several recipients, in two statements. */
export async function queueMails<Props extends z.ZodType>(
  tx: Tx,
  jobs: Jobs,
  template: MailTemplate<Props>,
  messages: { recipient: string; props: z.input<Props> }[],
): Promise<void> {
  const due = messages.filter(({ recipient }) => !recipient.endsWith(`@${ERASED_EMAIL_DOMAIN}`))
  if (due.length === 0) return
  const stored = await tx
    .insert(mails)
    .values(due.map(message => ({ ...message, template: template.name })))
    .returning({ mailId: mails.id })
  await jobs.sendAll(tx, mailJob, stored)
}

/** The mail server refused this mail permanently: unknown mailbox or refused content. */
class PermanentDeliveryError extends Error {}

/** A mail that can't be sent for this long is given up. */
const GIVE_UP_AFTER_MS = 7 * 24 * 3_600_000

/**
 * Sends one stored mail, unless it was sent or given up. After a crash between sending and recording it, it is sent again with the
 * same Message-ID, so that a mailbox can recognize it. A mail that is refused permanently, or failed for a week, is given up.
 * @throws the transport's error, so that the job retries
 */
export async function sendStoredMail(
  { db, log, now, origin }: Pick<Platform, 'db' | 'log' | 'now' | 'origin'>,
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
  const record = (change: Partial<typeof mails.$inferInsert>) =>
    db.update(mails).set(change).where(eq(mails.id, mailId))
  try {
    const email = await write(mail.template, mail.props)
    await transport.send({
      ...email,
      to: mail.recipient,
      messageId: `<${mail.id}@${new URL(origin()).hostname}>`,
    })
    await record({ sentAt: now(), lastError: null })
  } catch (error) {
    const isFinal =
      error instanceof PermanentDeliveryError || now().getTime() - mail.triedFrom.getTime() > GIVE_UP_AFTER_MS
    await record({ lastError: redactTokens(String(error)), ...(isFinal && { failedAt: now() }) })
    if (!isFinal) throw error
    log.error({ mailId, template: mail.template }, 'a mail was given up')
  }
}

/** In milliseconds; after a timeout the job retries. */
const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  /** For a whole mail, because a server that responds slowly never hits the socket timeout. */
  wholeTimeout: 60_000,
}

export function smtpTransport(smtpUrl: string, from: string, timeouts = SMTP_TIMEOUTS): MailTransport {
  const { wholeTimeout, ...socketTimeouts } = timeouts
  const options = { url: smtpUrl, requireTLS: isOnTheInternet(smtpUrl), ...socketTimeouts }
  const open = async () => (await import('nodemailer')).createTransport(options, { from })
  let transport: ReturnType<typeof open> | undefined
  return {
    async send(mail) {
      try {
        transport ??= open()
        const { unsubscribeUrl, ...message } = mail
        const headers = {
          // So that no absence message answers it (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
        }
        await (await transport).sendMail({ ...message, headers, signal: AbortSignal.timeout(wholeTimeout) })
      } catch (error) {
        throw isPermanentFailure(error) ? new PermanentDeliveryError(String(error), { cause: error }) : error
      }
    },
  }
}

/**
 * Whether a mail server must not be talked to without TLS: whoever is in between could strike it from the server's offers, and read links that
 * log in. `?requireTLS=false` in the URL allows it for a server of the own network that has a full name.
 */
export function isOnTheInternet(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl)
  return hostname.includes('.') && mayBePublicHost(hostname)
}

/** A 5xx to RCPT TO or DATA (RFC 5321 section 4.2.1). A 5xx to another command is about our configuration, which can be fixed. */
function isPermanentFailure(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** Keeps the last hundred mails in memory, newest first, for `/dev/mails`. */
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
