import { messagesPath } from '../../../live/messages/service.ts'
import { randomWhole } from '../random.ts'
import { addMs, MINUTE } from './calendar.ts'
import type { History } from './history.ts'
import type { DemoCustomer, People } from './people.ts'
import { recordNotification } from './records.ts'

/** Who wrote, the creator or the customer, and what. */
type Line = readonly [from: 'creator' | 'customer', text: string]

const conversations: readonly (readonly Line[])[] = [
  [
    ['creator', 'Dank je wel voor gisteren, dat was fijn.'],
    ['customer', 'Insgelijks! Ben je donderdag weer online?'],
    ['creator', 'Ja, vanaf een uur of negen.'],
    ['customer', 'Dan ben ik er.'],
  ],
  [
    ['customer', 'Leuk dat ik je deze week weer kon treffen.'],
    ['creator', 'Vond ik ook. Tot snel!'],
  ],
  [
    ['customer', 'Het geluid haperde bij mij, kwam dat aan jouw kant ook zo over?'],
    ['creator', 'Nee, hier liep alles goed. Misschien even de wifi herstarten?'],
    ['customer', 'Dat was het inderdaad. Dank je.'],
  ],
  [
    ['creator', 'Bedankt voor de kaars, hij ruikt heerlijk.'],
    ['customer', 'Graag gedaan, geniet ervan.'],
  ],
  [
    ['customer', 'Hoe laat begin je meestal op zondag?'],
    ['creator', 'Rond acht uur, tot een uur of elf.'],
  ],
  [['customer', 'Dat was precies wat ik nodig had na deze week. Tot volgende keer!']],
]

/** Contacts of everyone who met the creator, and what some of them wrote after their last session; the last of it is not read yet. */
export function addMessages(
  history: History,
  { creatorId, sam }: People,
  met: Map<DemoCustomer, Date>,
): void {
  for (const [{ id }, metAt] of met)
    history.rows.contacts.push(
      { userId: id, otherId: creatorId, metAt },
      { userId: creatorId, otherId: id, metAt },
    )
  const writers = [...met].toSorted(([, one], [, other]) => other.getTime() - one.getTime())
  const others = writers.filter(([customer]) => customer !== sam)
  const samMet = met.get(sam)
  if (samMet)
    addConversation(history, { customer: sam, creatorId, metAt: samMet, lines: conversations[0] ?? [] })
  conversations.slice(1).forEach((lines, index) => {
    const [customer, metAt] = others[index] ?? []
    if (customer && metAt)
      addConversation(history, { customer, creatorId, metAt, lines, isUnread: index === 0 || index === 4 })
  })
}

interface Conversation {
  customer: DemoCustomer
  creatorId: string
  metAt: Date
  lines: readonly Line[]
  /** The creator has not read what the customer wrote last. */
  isUnread?: boolean
}

function addConversation(
  history: History,
  { customer, creatorId, metAt, lines, isUnread = false }: Conversation,
): void {
  const { rows, newId, dice, now } = history
  let at = addMs(metAt, randomWhole(dice, 18, 40) * MINUTE)
  const shown = isUnread ? lines.slice(0, lines.findLastIndex(([from]) => from === 'customer') + 1) : lines
  for (const [index, [from, content]] of shown.entries()) {
    // Not in the future when they met an hour ago.
    if (at >= now) return
    const [fromUserId, toUserId] = from === 'creator' ? [creatorId, customer.id] : [customer.id, creatorId]
    const isWaiting = isUnread && index === shown.length - 1
    const readAt = new Date(Math.min(addMs(at, 9 * MINUTE).getTime(), now.getTime()))
    const id = newId(at)
    rows.messages.push({
      id,
      fromUserId,
      toUserId,
      content,
      readAt: isWaiting ? null : readAt,
      createdAt: at,
    })
    if (isWaiting) {
      const params = { displayName: customer.displayName }
      const path = messagesPath(customer.id)
      recordNotification(history, creatorId, { kind: 'MESSAGE', params, about: id, path }, at)
    }
    at = addMs(at, randomWhole(dice, 4, 25) * MINUTE)
  }
}
