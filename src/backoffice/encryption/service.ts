import { suspensionTexts } from '../../live/creators/suspension.service.ts'
import { creatorNoteReason, creatorNoteText } from '../../live/creatorNotes/service.ts'
import { identityImageKey } from '../../live/applications/document.service.ts'
import { applicationFile } from '../../live/applications/service.ts'
import { messageContent } from '../../live/messages/service.ts'
import { giftCardCodeText } from '../../money/credit/giftCards/service.ts'
import { giftCardMessage } from '../../money/credit/giftCards/giftMessage.service.ts'
import { objectionFile } from '../../money/objections/service.ts'
import { payeeFile } from '../../money/payees/service.ts'
import { payoutAccount, payoutDebtor } from '../../money/payouts/service.ts'
import { selfBilledContent } from '../../money/selfBilling/issue.service.ts'
import {
  appealText,
  decisionReasons,
  reportContentText,
} from '../../people/contentReports/content.service.ts'
import { createSecretCipher, reencryptTotpSecrets } from '../../people/security/secretCipher.service.ts'
import type { Config } from '../../platform/config.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { openShopKeys, rewrapKeys } from '../../platform/crypto/dataKeys.ts'
import type { Db } from '../../platform/db/db.ts'
import { rotateDataKeys } from '../../platform/crypto/keyRotation.ts'
import { supportMessageText } from '../../shop/support/messageText.service.ts'
import { lineMessage, orderComments } from '../../shop/orders/orderText.service.ts'
import { withdrawalAnswer, withdrawalNote, withdrawalRemark } from '../../shop/withdrawals/text.service.ts'
import { noteText } from '../notes/service.ts'
import { exportFileKey } from '../privacy/export.service.ts'

/** All that is encrypted with data keys. */
export const encryptedFields: readonly EncryptedField[] = [
  messageContent,
  creatorNoteText,
  creatorNoteReason,
  supportMessageText,
  noteText,
  exportFileKey,
  giftCardCodeText,
  reportContentText,
  appealText,
  decisionReasons,
  giftCardMessage,
  lineMessage,
  orderComments,
  withdrawalRemark,
  withdrawalAnswer,
  withdrawalNote,
  suspensionTexts,
  applicationFile,
  identityImageKey,
  payeeFile,
  payoutDebtor,
  payoutAccount,
  selfBilledContent,
  objectionFile,
]

const USAGE = 'Gebruik: keys:rotate [--accept-loss]'

/**
 * Runs `npm run keys:rotate`: encrypts everything with a new key. With `SESSION_SECRET_BEFORE` first
 * replaces that secret, in one transaction. Both may be repeated.
 * @returns the text to print, and whether all values could be read
 */
export async function rotateKeys(
  { db, config, now }: { db: Db; config: Config; now: () => Date },
  args: readonly string[],
): Promise<{ isDone: boolean; message: string }> {
  if (args.some(arg => arg !== '--accept-loss') || args.length > 1) return { isDone: false, message: USAGE }
  const keys = await openShopKeys(db, config, { acceptsLoss: args.length > 0 })
  const lines: string[] = []
  let lostLogins = 0
  if (keys.earlierKeyFor) {
    lostLogins = await db.transaction(async tx => {
      await rewrapKeys(tx, keys)
      return reencryptTotpSecrets(tx, createSecretCipher(keys))
    })
    lines.push('Het geheim is vervangen: haal SESSION_SECRET_BEFORE weg en herstart alle nodes.')
  }
  const result = await rotateDataKeys({ db, wrapper: keys.wrapper, now: now() }, encryptedFields)
  lines.push(
    `${result.texts} teksten versleuteld met een nieuwe sleutel, ${result.removedKeys} oude sleutels weggedaan.`,
  )
  if (result.unreadable > 0)
    lines.push(`${result.unreadable} teksten zijn niet te lezen en bleven zoals ze waren.`)
  if (lostLogins > 0)
    lines.push(`${lostLogins} geheimen van inlogcodes zijn niet te lezen en bleven zoals ze waren.`)
  return { isDone: result.unreadable + lostLogins === 0, message: lines.join('\n') }
}
