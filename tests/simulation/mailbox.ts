import type { z } from 'zod'
import { readGiftCardCode } from '../../src/money/credit/giftCards/service.ts'
import type { giftCardMail } from '../../src/money/credit/giftCards/contract.ts'
import { mailJob, sendStoredMail, type MailTransport } from '../../src/platform/mail/mail.ts'
import type { Platform } from '../../src/platform/platform.ts'

/** The mails that matter here: those that bring a gift card. The job of any other is done at once. */
export interface Mailbox {
  /** Whether a mail is one of a gift card; of one that is committed. */
  isGiftCard(mailId: string): boolean
  /** Whoever got it knows the code; after a crash a mail may come twice. */
  receive(cardId: string, code: string): void
}

export async function mailboxJobs(platform: Platform, mailbox: Mailbox): Promise<void> {
  await platform.jobs.work(mailJob, async ({ mailId }) => {
    if (!mailbox.isGiftCard(mailId)) return
    let cardId = ''
    const write = async (_template: string, props: unknown) => {
      cardId = (props as z.output<typeof giftCardMail.props>).cardId
      const text = (await readGiftCardCode(platform, cardId)) ?? ''
      return { subject: '', html: '', text, attachments: [] }
    }
    const transport: MailTransport = {
      send: async ({ text }) => {
        if (text) mailbox.receive(cardId, text)
      },
    }
    await sendStoredMail(platform, write, transport, mailId)
  })
}
