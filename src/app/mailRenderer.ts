import { accountMails } from '../people/accounts/mails.ts'
import { privacyMails } from '../backoffice/privacy/mails.ts'
import { checklistMails } from '../backoffice/checklist/mails.ts'
import { giftMails } from '../live/gifts/mails.ts'
import { minuteMails } from '../money/minutes/mails.ts'
import { notificationMails } from '../people/notifications/mails.ts'
import { orderMails } from '../shop/orders/mails.ts'
import { type Attachment, renderEmail, type EmailSender } from '../platform/emailRenderer.ts'
import type { MailRenderer } from '../platform/mail.ts'
import type { MailDefinition, MailLinkToken } from '../wire/mail.ts'
import { securityMails } from '../people/security/mails.ts'
import { supportMails } from '../shop/support/mails.ts'
import { withdrawalMails } from '../shop/withdrawals/mails.ts'

const mailDefinitions = new Map(
  (
    [
      ...accountMails,
      ...privacyMails,
      ...checklistMails,
      ...notificationMails,
      ...orderMails,
      ...minuteMails,
      ...giftMails,
      ...securityMails,
      ...withdrawalMails,
      ...supportMails,
    ] as MailDefinition[]
  ).map(mail => [mail.template.name, mail]),
)

/** The subject of a stored mail, without rendering it; null for an unknown template or invalid props. */
export function mailSubjectOf(template: string, props: unknown): string | null {
  const mail = mailDefinitions.get(template)
  const facts = mail?.template.props.safeParse(props)
  return mail && facts?.success ? mail.buildContent(facts.data).subject : null
}

/** What a rendered mail may need besides its content. */
export interface MailDependencies {
  /** Renders an invoice as a PDF attachment. */
  invoice(invoiceId: string): Promise<Attachment>
  /** Creates a token, which is stored nowhere except in the mail. */
  token(link: MailLinkToken): Promise<string>
}

/**
 * Renders a stored mail with the template of its slice.
 * @param senderNow returns the sender, called for each mail
 * @throws Error for an unknown template, ZodError for props that do not match the template
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
    url.searchParams.set('token', await enclosures.token(action.token))
    return renderEmail({ ...content, action: { ...action, url: url.href } }, sender, attachments)
  }
