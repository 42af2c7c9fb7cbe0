import type { ContactTopic, ConversationStatus } from './contract.ts'

export const contactTopicLabels: Record<ContactTopic, string> = {
  ORDER: 'Een bestelling',
  PAYMENT: 'Een betaling',
  LIVE: 'Live en minuten',
  COMPLAINT: 'Een klacht',
  PRIVACY: 'Mijn gegevens',
  OTHER: 'Iets anders',
}

/** The status as an admin sees it. */
export const conversationStatusLabels: Record<
  ConversationStatus,
  { name: string; tone: 'yellow' | 'green' | 'neutral' }
> = {
  OPEN: { name: 'Wacht op antwoord', tone: 'yellow' },
  ANSWERED: { name: 'Beantwoord', tone: 'green' },
  CLOSED: { name: 'Gesloten', tone: 'neutral' },
}

/** The status as its customer sees it. */
export const ownStatusLabels: Record<ConversationStatus, string> = {
  OPEN: 'We lezen je bericht',
  ANSWERED: 'Beantwoord',
  CLOSED: 'Afgerond',
}

/** How much time is left for an answer. @param left working days after today; below 0 when it is too late */
export function dueLabel(left: number): string {
  if (left < 0) return 'te laat'
  if (left === 0) return 'vandaag'
  return left === 1 ? 'nog 1 werkdag' : `nog ${left} werkdagen`
}
