import { and, eq } from 'drizzle-orm'
import { createMailRenderer, type MailDependencies } from '../../src/app/mailRenderer.ts'
import { mails } from '../../src/platform/db/table.ts'
import type { TestShop } from './shop.ts'

const none = () => Promise.reject(new Error('this mail has none'))

/** Of mails without attachments, codes, messages and links with a token of their own. */
export const noMailSources = {
  returnLabel: none,
  giftCardCode: none,
  text: none,
  message: none,
  invoice: none,
  token: none,
}

/** All that a recipient reads of the mails of a template: subject, text and HTML of each. For mails that need no other sources. */
export async function readMails(
  shop: TestShop,
  recipient: string,
  template: string,
  sources: Partial<MailDependencies> = {},
): Promise<string[]> {
  const { db, content } = shop.node.platform
  const render = createMailRenderer(() => ({ shopName: 'Gloed', company: [] }), {
    ...noMailSources,
    ...sources,
    content,
  })
  const stored = await db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, recipient), eq(mails.template, template)))
  return Promise.all(
    stored.map(async ({ props }) => {
      const { subject, text, html } = await render(template, props)
      return [subject, text, html].join('\n')
    }),
  )
}
