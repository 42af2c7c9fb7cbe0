import { eq } from 'drizzle-orm'
import { decryptOptionalTexts, optionalTextField } from '../../../platform/crypto/optionalText.ts'
import type { Platform } from '../../../platform/platform.ts'
import { creditAccounts } from '../table.ts'

/** The message to the recipient of a card, as its buyer wrote it. */
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
