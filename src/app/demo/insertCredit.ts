import { randomUUIDv7 } from 'node:crypto'
import { endOfValidity } from '../../money/credit/day.rules.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { giftCardCodeText } from '../../money/credit/giftCards.service.ts'
import { addCreditEntries, lockStoreCredit } from '../../money/credit/ledger.service.ts'
import { digestOf } from '../../money/credit/spend.service.ts'
import { creditAccounts } from '../../money/credit/table.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { People } from './history/people.ts'

/** The code of the demo's gift card, which the README names: the same in each demo, and in no production. */
export const DEMO_GIFT_CARD_CODE = 'DEM0B0N25EVR0005'
const CARD_CENTS = 5000

/** Cents and reasons, as an admin gave them: to the customer with a demo account, and to one other. */
const grants = [
  { cents: 1500, reason: 'Voor de vertraging van je pakket' },
  { cents: 750, reason: 'Voor de kaars die gebarsten aankwam' },
]

/** A gift card that can be tried, and store credit that was given. */
export async function insertCredit(
  tx: Tx,
  { dataCipher, now, settings }: Platform,
  { adminId, sam, customers }: People,
): Promise<void> {
  const at = now()
  const id = randomUUIDv7()
  await tx.insert(creditAccounts).values({
    ...(await dataCipher.encrypt(tx, giftCardCodeText, id, DEMO_GIFT_CARD_CODE)),
    id,
    kind: 'GIFT_CARD',
    initialCents: CARD_CENTS,
    codeDigest: digestOf(DEMO_GIFT_CARD_CODE),
    lastFour: DEMO_GIFT_CARD_CODE.slice(-4),
    recipientEmail: sam.email,
    recipientName: sam.displayName,
    deliverOn: toBrusselsDay(at),
    deliveredAt: at,
    expiresAt: endOfValidity(at, settings.current.giftCardMonths),
    createdAt: at,
  })
  const byUserId = adminId
  const issue = {
    accountId: id,
    cents: CARD_CENTS,
    kind: 'ISSUE' as const,
    reason: 'Om te proberen',
    byUserId,
  }
  const given = []
  for (const [index, grant] of grants.entries()) {
    const customer = [sam, ...customers][index]
    if (!customer) continue
    const { id: accountId } = await lockStoreCredit(tx, customer.id)
    given.push({ accountId, kind: 'GRANT' as const, ...grant, byUserId })
  }
  await addCreditEntries(tx, [issue, ...given])
}
