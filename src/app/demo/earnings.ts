import { bookGift } from '../../live/gifts/payment.service.ts'
import { giftPurchases } from '../../live/gifts/table.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { bookMinuteEarnings } from '../../money/earnings/service.ts'
import { recordLotTerms } from '../../money/minutes/lotTerms.service.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DemoShop } from './shop.ts'

/** Books the earnings of the sessions and gifts that were inserted, in the order of their times. */
export async function bookDemoEarnings(
  tx: Tx,
  platform: Platform,
  { rows, creatorId }: DemoShop,
): Promise<void> {
  for (const { id = '' } of rows.of(minutePurchases)) await recordLotTerms(tx, platform, id)
  const played = rows
    .of(toyControlSessions)
    .map(({ id = '', userId: playerId, createdAt: startedAt, stoppedAt }) => ({
      at: stoppedAt,
      book: () =>
        bookMinuteEarnings(tx, platform, {
          sessionId: id,
          startedAt: startedAt ?? platform.now(),
          creatorId,
          playerId,
        }),
    }))
  const given = rows.of(giftPurchases).map(({ id = '', paidAt }) => ({
    at: paidAt,
    book: () => bookGift(tx, platform, id),
  }))
  const inOrder = [...played, ...given].sort((one, other) => Number(one.at) - Number(other.at))
  for (const { book } of inOrder) await book()
}
