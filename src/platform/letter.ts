import type { MailContent } from '../wire/mail.ts'

/** A mail as it is sent. */
export interface Letter {
  subject: string
  html: string
  text: string
  attachments: Attachment[]
}

/** A file that goes along. */
export interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** Who writes. */
export interface Sender {
  shopName: string
  /** The company, as the law wants it under its letters: a name, an address, numbers. */
  company: string[]
}

/** Writes a mail's content out, as HTML that any mail program shows, and as text that says the same. */
export const letterOf = (content: MailContent, sender: Sender, attachments: Attachment[] = []): Letter => ({
  subject: content.subject,
  html: htmlOf(content, sender),
  text: textOf(content, sender),
  attachments,
})

const textOf = ({ heading, paragraphs, action, aside }: MailContent, sender: Sender): string => {
  const links = [action, aside].flatMap(link => (link ? [`${link.label}: ${link.url}`] : []))
  return [heading, ...paragraphs, ...links, signature(sender).join('\n')].join('\n\n')
}

/** The shop's name, and the company's where it is another. */
const signature = ({ shopName, company }: Sender): string[] => [
  shopName,
  ...company.filter(fact => fact !== shopName),
]

const htmlOf = (
  { subject, heading, paragraphs, action, aside }: MailContent,
  sender: Sender,
): string => `<!DOCTYPE html>
<html lang="nl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#faf7f5;color:#1c1418;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font:600 24px/1.3 Georgia,serif">${escaped(heading)}</h1>
${paragraphs.map(text => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n')}
${action ? button(action) : ''}
${aside ? quietLink(aside) : ''}
</div>
<p style="max-width:560px;margin:16px auto 0;color:#6b5d63;font-size:14px">${signature(sender).map(escaped).join('<br>')}</p>
</body>
</html>`

const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#a3174f;color:#ffffff;text-decoration:none">${escaped(label)}</a></p>`

const quietLink = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:20px 0 0;font-size:14px"><a href="${escaped(url)}" style="color:#6b5d63">${escaped(label)}</a></p>`

/** Text as it may stand in HTML, attributes included. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
