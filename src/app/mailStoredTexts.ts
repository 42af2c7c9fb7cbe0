import { readGiftMessage } from '../money/credit/giftCards/giftMessage.service.ts'
import { readDecisionReasons } from '../people/contentReports/content.service.ts'
import type { Platform } from '../platform/platform.ts'
import { readWithdrawalNote, readWithdrawalText } from '../shop/withdrawals/text.service.ts'
import type { MailText } from '../wire/mail.ts'

/** Reads a user's text when its mail is rendered. */
export const createMailTextReader =
  (platform: Pick<Platform, 'db' | 'dataCipher'>) =>
  (of: MailText): Promise<string | null> => {
    if ('giftCardId' in of) return readGiftMessage(platform, of.giftCardId)
    if ('contentDecisionId' in of) return readDecisionReasons(platform, of.contentDecisionId)
    if ('withdrawalLineId' in of) return readWithdrawalNote(platform, of.withdrawalLineId)
    return readWithdrawalText(platform, of.withdrawalId, of.part)
  }
