import { findAddress, type ContentCaseRow } from '../../people/contentReports/service.ts'
import {
  type CaseDecision,
  FOLLOW_PATH,
  reportDecidedMail,
  type StatementOfReasons,
  statementOfReasonsMail,
} from '../../people/contentReports/contract.ts'
import { contentKindLabels } from '../../people/contentReports/labels.rules.ts'
import { appealUntil, hearsOfDecision } from '../../people/contentReports/rules.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queueMail, queueMails } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { findReporters } from './service.ts'

interface NewDecision {
  found: ContentCaseRow
  statement: Omit<StatementOfReasons, 'decidedAt' | 'reasons'> & { decisionId: string }
  /** The decision that it replaces. */
  before: CaseDecision | null
  now: Date
}

/**
 * Queues the statement of reasons to the owner of the content, and the decision to the reporters; neither mail names the other
 * party.
 */
export async function mailDecision(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  { found, statement, before, now }: NewDecision,
): Promise<void> {
  const { decision, isOnAppeal } = statement
  const props = {
    ...statement,
    what: contentKindLabels[found.kind].inSentence,
    url: origin() + FOLLOW_PATH,
    shopName: settings.current.shopName,
  }
  const until = isOnAppeal ? null : appealUntil(now).toISOString()
  const owner =
    found.ownerId !== null && hearsOfDecision.owner(decision, before)
      ? await findAddress(tx, found.ownerId)
      : null
  if (owner !== null)
    await queueMail(tx, jobs, statementOfReasonsMail, owner, {
      ...props,
      caseId: found.id,
      appealUntil: until,
    })
  const reporters = await findReporters(tx, found.id)
  const messages = reporters.flatMap(({ id, reference, recipient, hasAppealed }) =>
    recipient !== null && hearsOfDecision.reporter(decision, before, hasAppealed)
      ? [
          {
            recipient,
            // A reporter can only appeal when the content stays.
            props: { ...props, reportId: id, reference, appealUntil: decision === 'KEEP' ? until : null },
          },
        ]
      : [],
  )
  await queueMails(tx, jobs, reportDecidedMail, messages)
}
