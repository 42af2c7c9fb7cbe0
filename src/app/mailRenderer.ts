import { accountMails } from '../people/accounts/mails.ts'
import { privacyMails } from '../backoffice/privacy/mails.ts'
import { giftMails } from '../live/gifts/mails.ts'
import { minuteMails } from '../money/minutes/mails.ts'
import { notificationMails } from '../people/notifications/mails.ts'
import { orderMails } from '../shop/orders/mails.ts'
import { type Attachment, renderEmail, type EmailSender } from '../platform/emailRenderer.ts'
import type { MailRenderer } from '../platform/mail.ts'
import type { MailDefinition } from '../wire/mail.ts'
import { securityMails } from '../people/security/mails.ts'
import { withdrawalMails } from '../shop/withdrawals/mails.ts'

const mailDefinitions = new Map(
  (
    [
      ...accountMails,
      ...privacyMails,
      ...notificationMails,
      ...orderMails,
      ...minuteMails,
      ...giftMails,
      ...securityMails,
      ...withdrawalMails,
    ] as MailDefinition[]
  ).map(mail => [mail.template.name, mail]),
)

/** The subject of a kept mail, without writing it; null for a template that nobody words, or facts that are gone. */
export function mailSubjectOf(template: string, props: unknown): string | null {
  const mail = mailDefinitions.get(template)
  const facts = mail?.template.props.safeParse(props)
  return mail && facts?.success ? mail.buildContent(facts.data).subject : null
}

/** What a letter may hold beyond its words. */
export interface MailDependencies {
  /** Makes the PDF of an invoice that goes along. */
  invoice(invoiceId: string): Promise<Attachment>
  /** Makes a single-use token, which only the letter will know. */
  token(userId: string, purpose: string): Promise<string>
}

/**
 * Writes a kept mail with the words of the slice that it is of.
 * @param senderNow who writes, asked at each mail
 * @throws Error for a template that nobody words, ZodError for props that are not the template's
 */
export const createMailRenderer =
  (senderNow: () => EmailSender, enclosures: MailDependencies): MailRenderer =>
  async (template, props) => {
    const mail = mailDefinitions.get(template)
    if (!mail) throw new Error(`no words for the mail ${template}`)
    const sender = senderNow()
    const content = mail.buildContent(mail.template.props.parse(props))
    const { action, invoiceId } = content
    const attachments = invoiceId ? [await enclosures.invoice(invoiceId)] : []
    if (!action?.token) return renderEmail(content, sender, attachments)
    const url = new URL(action.url)
    url.searchParams.set('token', await enclosures.token(action.token.userId, action.token.purpose))
    return renderEmail({ ...content, action: { ...action, url: url.href } }, sender, attachments)
  }
