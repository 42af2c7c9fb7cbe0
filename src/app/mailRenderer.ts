import { contentReportMails } from '../people/contentReports/mails.ts'
import { accountMails } from '../people/accounts/mails.ts'
import { privacyMails } from '../backoffice/privacy/mails.ts'
import { checklistMails } from '../backoffice/checklist/mails.ts'
import { creatorMails } from '../live/creators/mails.ts'
import { applicationMails } from '../live/applications/mails.ts'
import { giftMails } from '../live/gifts/mails.ts'
import { formatGiftCardCode } from '../money/credit/giftCards/code.rules.ts'
import { giftCardMails } from '../money/credit/giftCards/mails.ts'
import { payeeMails } from '../money/payees/mails.ts'
import { minuteMails } from '../money/minutes/mails.ts'
import { notificationMails } from '../people/notifications/mails.ts'
import { backInStockMails } from '../shop/backInStock/mails.ts'
import { cartReminderMails } from '../shop/cartReminders/mails.ts'
import { digitalOrderMails } from '../shop/orders/lines/digital.mails.ts'
import { guestMails } from '../shop/guests/mails.ts'
import { labelMails } from '../shop/orders/admin/shippingLabels/mails.ts'
import { orderMails } from '../shop/orders/mails.ts'
import { vatOrderMails } from '../shop/orders/vat.mails.ts'
import { contentSchema, type ContentDefinition } from '../people/content/definition.rules.ts'
import { splitParagraphs } from '../people/content/markup.rules.ts'
import {
  type Attachment,
  type EmailSender,
  renderEmail,
  type RenderedEmail,
} from '../platform/mail/emailRenderer.ts'
import type { MailRenderer } from '../platform/mail/mail.ts'
import { formatSellerLines, toInvoiceSeller } from '../money/invoices/rules.ts'
import type { ContentCache, Platform } from '../platform/platform.ts'
import type { ContentBody } from '../wire/content.ts'
import {
  type EditableMail,
  GIFT_CARD_CODE_PLACE,
  type MailContent,
  type MailDefinition,
  type MailLinkToken,
  type MailText,
  type MailWords,
} from '../wire/mail.ts'
import { securityMails } from '../people/security/mails.ts'
import { recallMails } from '../shop/recalls/mails.ts'
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
      ...digitalOrderMails,
      ...vatOrderMails,
      ...guestMails,
      ...minuteMails,
      ...creatorMails,
      ...applicationMails,
      ...payeeMails,
      ...giftMails,
      ...giftCardMails,
      ...securityMails,
      ...withdrawalMails,
      ...supportMails,
      ...backInStockMails,
      ...cartReminderMails,
      ...recallMails,
      ...contentReportMails,
      ...labelMails,
    ] as MailDefinition[]
  ).map(mail => [mail.template.name, mail]),
)

/** The hint at a subject. */
const DISCREET = 'Een vergrendelde telefoon laat dit zien: noem geen producten.'

/** The texts of mails that an admin can change, as the editor of texts knows them. */
export const mailContentDefinitions: ContentDefinition[] = [...mailDefinitions.values()].flatMap(
  ({ template, editable }) => (editable ? [toContentDefinition(template.name, editable)] : []),
)

function toContentDefinition(name: string, { title, words, placeholders }: EditableMail): ContentDefinition {
  const { subject, heading, paragraphs, action } = words
  const hasAction = action !== null
  return {
    key: `mail.${name}`,
    title,
    group: 'MAIL',
    path: null,
    placeholders: Object.entries(placeholders).map(([placeholder, { label, isRequired }]) => ({
      name: placeholder,
      label,
      ...(isRequired && { requiredIn: 'paragraphs' }),
    })),
    fields: [
      { kind: 'line', name: 'subject', label: 'Onderwerp', max: 120, hint: DISCREET },
      { kind: 'line', name: 'heading', label: 'Titel', max: 120 },
      { kind: 'text', name: 'paragraphs', label: 'Tekst', max: 4000, isPlain: true },
      ...(hasAction ? [{ kind: 'line', name: 'action', label: 'Knop', max: 60 } as const] : []),
    ],
    defaults: {
      subject,
      heading,
      paragraphs: paragraphs.join('\n\n'),
      ...(hasAction && { action }),
    },
  }
}

/** The words in a body of the editor. */
function toWords(body: ContentBody): MailWords {
  const text = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    subject: text('subject'),
    heading: text('heading'),
    paragraphs: splitParagraphs(text('paragraphs')),
    action: 'action' in body ? text('action') : null,
  }
}

/** The words that an admin published; undefined when there are none, or the code no longer accepts them. */
function publishedWords(content: PublishedMails, template: string): MailWords | undefined {
  const definition = mailContentDefinitions.find(({ key }) => key === `mail.${template}`)
  const published = definition && content.published(definition.key)
  const body = published && contentSchema(definition).safeParse(published.body)
  return body?.success ? toWords(body.data) : undefined
}

type PublishedMails = Pick<ContentCache, 'published'>

/** The parts that a rendered mail may need besides its content. */
export interface MailDependencies {
  /** Renders an invoice as a PDF attachment. */
  invoice(invoiceId: string): Promise<Attachment>
  /** Downloads a return label from the carrier. */
  returnLabel(labelId: string): Promise<Attachment>
  /** Creates a token, which is stored nowhere except in the mail. */
  token(link: MailLinkToken): Promise<string>
  /** Reads the code of a gift card; null when it was erased. */
  giftCardCode(cardId: string): Promise<string | null>
  /** Reads a text that is stored encrypted; null when it was erased. */
  text(of: MailText): Promise<string | null>
  /** Reads a message with the shop; null when it was erased. */
  message(messageId: string): Promise<string | null>
  /** The words that admins published. */
  content: PublishedMails
}

/**
 * Renders a stored mail with the template of its slice, and the words that an admin published for it.
 * @param senderNow returns the sender, called for each mail
 * @throws Error for an unknown template, ZodError for props that do not match the template
 */
export const createMailRenderer =
  (senderNow: () => EmailSender, enclosures: MailDependencies): MailRenderer =>
  async (template, props) => {
    const mail = mailDefinitions.get(template)
    if (!mail) throw new Error(`no words for the mail ${template}`)
    const sender = senderNow()
    const words = publishedWords(enclosures.content, template)
    const bare = mail.buildContent(mail.template.props.parse(props), words)
    const built = await withStoredTexts(bare, enclosures)
    const content = await withGiftCard(await withQuote(built, enclosures), enclosures)
    const { action, secondaryAction, invoiceId, invoiceIds = [], returnLabelId } = content
    const attachments = [
      ...(invoiceId ? [await enclosures.invoice(invoiceId)] : []),
      ...(await Promise.all(invoiceIds.map(each => enclosures.invoice(each)))),
      ...(returnLabelId ? [await enclosures.returnLabel(returnLabelId)] : []),
    ]
    const links = {
      ...(action && { action: await withToken(action, enclosures) }),
      ...(secondaryAction && { secondaryAction: await withToken(secondaryAction, enclosures) }),
    }
    return renderEmail({ ...content, ...links }, sender, attachments)
  }

/** A link with its token, in the fragment, which browsers do not send: no proxy logs it. */
async function withToken<Link extends { url: string; token?: MailLinkToken }>(
  link: Link,
  enclosures: MailDependencies,
): Promise<Link> {
  if (!link.token) return link
  const url = new URL(link.url)
  url.hash = `token=${await enclosures.token(link.token)}`
  return { ...link, url: url.href }
}

/** With the code of a gift card, in its text and in the fragment of its link, which browsers do not send. */
async function withGiftCard(content: MailContent, enclosures: MailDependencies): Promise<MailContent> {
  const { giftCardId, action } = content
  if (giftCardId === undefined) return content
  const code = await enclosures.giftCardCode(giftCardId)
  const shown = code === null ? 'gewist: vraag ons om de bon opnieuw te sturen' : formatGiftCardCode(code)
  const paragraphs = content.paragraphs.map(text => text.replaceAll(GIFT_CARD_CODE_PLACE, shown))
  if (!action || code === null) return { ...content, paragraphs }
  return { ...content, paragraphs, action: { ...action, url: `${action.url}#${code}` } }
}

/** With texts of users in its places; a paragraph of nothing else is left out when the text is empty. */
async function withStoredTexts(content: MailContent, enclosures: MailDependencies): Promise<MailContent> {
  let { subject, heading, paragraphs } = content
  for (const { place, of, otherwise } of content.storedTexts ?? []) {
    const text = (await enclosures.text(of)) ?? otherwise
    const fill = (line: string) => line.replaceAll(place, () => text).trim()
    subject = fill(subject)
    heading = fill(heading)
    paragraphs = paragraphs.flatMap(each => (each === place ? text.split(/\n+/) : [fill(each)]))
  }
  return { ...content, subject, heading, paragraphs: paragraphs.filter(text => text !== '') }
}

/** With the quoted message before its paragraphs. */
async function withQuote(content: MailContent, enclosures: MailDependencies): Promise<MailContent> {
  if (!content.quote) return content
  const { messageId, otherwise } = content.quote
  const text = (await enclosures.message(messageId)) ?? otherwise
  return { ...content, paragraphs: [...text.split(/\n+/), ...content.paragraphs] }
}

/** The sender of mails, by the settings of that moment. */
export const senderOf =
  ({ settings }: Pick<Platform, 'settings'>) =>
  (): EmailSender => {
    const { shopName, company } = settings.current
    return { shopName, company: formatSellerLines(toInvoiceSeller(company)) }
  }

/** The functions of the back office for the texts of mails. */
export const createMailTexts = (platform: Pick<Platform, 'settings' | 'content'>) => ({
  definitions: mailContentDefinitions,
  /** The subject of a stored mail, without rendering it; null for an unknown template or invalid props. */
  subjectOf(template: string, props: unknown): string | null {
    const mail = mailDefinitions.get(template)
    const facts = mail?.template.props.safeParse(props)
    if (!mail || !facts?.success) return null
    const { subject, storedTexts = [] } = mail.buildContent(
      facts.data,
      publishedWords(platform.content, template),
    )
    return storedTexts.reduce((text, { place }) => text.replaceAll(place, '…'), subject)
  },
  /** Renders a mail with the words of an editor and the example of its template; null for a text that is no mail. */
  renderPreview(key: string, body: ContentBody): RenderedEmail | null {
    const mail = mailDefinitions.get(key.replace(/^mail\./, ''))
    if (!mail?.editable) return null
    const content = mail.buildContent(mail.template.props.parse(mail.editable.example), toWords(body))
    return renderEmail(content, senderOf(platform)())
  },
})
