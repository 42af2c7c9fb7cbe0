import { aliasedTable, and, eq, isNull } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { messageContent, setMessageRemoved } from './service.ts'
import { messages } from './table.ts'

/** Messages that one was sent, by a customer or by a creator. */
export const reportableMessages: ReportableKind = {
  async find({ db, dataCipher }, messageId, viewer) {
    if (!viewer) return null
    const receiver = aliasedTable(users, 'receiver')
    const isReceived = and(
      eq(messages.id, messageId),
      eq(messages.toUserId, viewer.userId),
      isNull(messages.removedAt),
    )
    const found = await db
      .select({
        ...columnsOf(messages, 'id', 'content', 'encrypted', 'keyId', 'fromUserId', 'createdAt'),
        from: users.displayName,
        to: receiver.displayName,
      })
      .from(messages)
      .innerJoin(users, eq(users.id, messages.fromUserId))
      .innerJoin(receiver, eq(receiver.id, messages.toUserId))
      .where(isReceived)
    const [message] = await dataCipher.decryptRows(db, messageContent, found)
    if (!message) return null
    return {
      ownerId: message.fromUserId,
      path: null,
      evidence: [
        { label: 'Bericht', text: message.content },
        { label: 'Van', text: message.from },
        { label: 'Aan', text: message.to, isInternal: true },
        { label: 'Verstuurd', text: message.createdAt.toISOString() },
      ],
    }
  },
  remove: (tx, messageId, { now }) => setMessageRemoved(tx, messageId, now),
  restore: async (tx, messageId) => void (await setMessageRemoved(tx, messageId, null)),
}
