import type { MailContent } from '../../wire/mail.ts'

/** A rendered mail. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Where the recipient refuses more of them. */
  unsubscribeUrl?: string
}

/** A file attached to a mail. */
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** The sender that a mail is signed with. */
export interface EmailSender {
  shopName: string
  /** The company's name, address and numbers, as the law requires. */
  company: string[]
}

/** Renders a mail's content as HTML and as plain text. */
export const renderEmail = (
  content: MailContent,
  sender: EmailSender,
  attachments: Attachment[] = [],
): RenderedEmail => ({
  subject: content.subject,
  html: renderHtml(content, sender),
  text: renderText(content, sender),
  attachments,
  ...(content.unsubscribeUrl !== undefined && { unsubscribeUrl: content.unsubscribeUrl }),
})

const renderText = (
  { heading, paragraphs, action, secondaryAction }: MailContent,
  sender: EmailSender,
): string => {
  const links = [action, secondaryAction].flatMap(link => (link ? [`${link.label}: ${link.url}`] : []))
  return [heading, ...paragraphs, ...links, signature(sender).join('\n')].join('\n\n')
}

/** The shop's name, and the company's lines that differ from it. */
const signature = ({ shopName, company }: EmailSender): string[] => [
  shopName,
  ...company.filter(line => line !== shopName),
]

const renderHtml = (
  { subject, heading, paragraphs, action, secondaryAction }: MailContent,
  sender: EmailSender,
): string => `<!DOCTYPE html>
<html lang="nl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#faf7f5;color:#1c1418;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font:600 24px/1.3 Georgia,serif">${escapeHtml(heading)}</h1>
${paragraphs.map(text => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${action ? button(action) : ''}
${secondaryAction ? secondaryLink(secondaryAction) : ''}
</div>
<p style="max-width:560px;margin:16px auto 0;color:#6b5d63;font-size:14px">${signature(sender).map(escapeHtml).join('<br>')}</p>
</body>
</html>`

const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#a3174f;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`

const secondaryLink = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:20px 0 0;font-size:14px"><a href="${escapeHtml(url)}" style="color:#6b5d63">${escapeHtml(label)}</a></p>`

/** Escapes text for HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
