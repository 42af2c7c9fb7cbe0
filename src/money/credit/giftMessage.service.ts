import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { decryptOptionalTexts, optionalTextField } from '../../platform/optionalText.ts'
import type { Platform } from '../../platform/platform.ts'
import { mails } from '../../platform/table.ts'
import { giftCardMail } from './mail.contract.ts'
import { creditAccounts } from './table.ts'

/** What goes with a card, as its buyer wrote it. */
export const giftCardMessage = optionalTextField(creditAccounts, 'message')

/** The message of a card, for its mail; null without one, or when it was erased. */
export async function readGiftMessage(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  cardId: string,
): Promise<string | null> {
  const found = await db.select().from(creditAccounts).where(eq(creditAccounts.id, cardId))
  const [card] = await decryptOptionalTexts(dataCipher, db, giftCardMessage, found)
  return card?.message ?? null
}

/** Removes the messages that mails of before repeat: they are read from their cards. */
export async function removeMailedMessages(db: Db): Promise<void> {
  await db.execute(sql`
    update ${mails} set props = props - 'message' where template = ${giftCardMail.name} and props ? 'message'`)
}
