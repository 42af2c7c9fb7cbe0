import { TokenPurpose } from '../people/accounts/contract.ts'
import { issueToken } from '../people/accounts/token.service.ts'
import { issueCaseToken } from '../people/contentReports/token.service.ts'
import type { Platform } from '../platform/platform.ts'
import { issueDownloadToken } from '../shop/downloads/token.service.ts'
import { issueGuestOrderToken } from '../shop/guests/token.service.ts'
import { recallToken } from '../shop/recalls/token.service.ts'
import { issueConversationToken } from '../shop/support/token.service.ts'
import type { MailLinkToken } from '../wire/mail.ts'

/** Makes the token of a link when its mail is written. */
export const createMailLinkTokens =
  (platform: Pick<Platform, 'db' | 'keyFor' | 'now'>) =>
  async (link: MailLinkToken): Promise<string> => {
    const { db, now } = platform
    if ('recallNoticeId' in link) return recallToken(platform, link.recallNoticeId)
    if ('guestOrderId' in link) return issueGuestOrderToken(db, link.guestOrderId, now())
    if ('orderId' in link) return issueDownloadToken(db, link.orderId, now())
    if ('conversationId' in link) return issueConversationToken(db, link.conversationId, now())
    if ('contentReportId' in link) return issueCaseToken(db, { reportId: link.contentReportId }, now())
    if ('contentCaseId' in link) return issueCaseToken(db, { caseId: link.contentCaseId }, now())
    return issueToken(db, link.userId, TokenPurpose.parse(link.purpose), now())
  }
