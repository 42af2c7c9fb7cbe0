/** Why a creator may not be on the air. */
export type AdmissionRefusal =
  | 'NOT_ACCEPTED'
  | 'NOTICE_OVER'
  | 'LEFT'
  | 'SUSPENDED'
  | 'IDENTITY_EXPIRED'
  | 'AGREEMENT_ENDED'

/** Whether a creator may be on the air, and until when; `until` is null without an end. */
export type Admission =
  | { isAdmitted: true; until: Date | null }
  | { isAdmitted: false; refusal: AdmissionRefusal }

type AdmissionColumns = Record<
  'acceptedAt' | 'noticeUntil' | 'identityUntil' | 'agreementUntil' | 'suspendedAt' | 'leftAt',
  Date | null
>

/** @param creator undefined for a person who was never let in */
export function admissionOf(creator: AdmissionColumns | undefined, now: Date): Admission {
  if (!creator) return refused('NOT_ACCEPTED')
  const { acceptedAt, noticeUntil, identityUntil, agreementUntil, suspendedAt, leftAt } = creator
  const isOver = (end: Date | null) => end !== null && end <= now
  if (leftAt) return refused('LEFT')
  if (suspendedAt) return refused('SUSPENDED')
  if (!acceptedAt)
    return isOver(noticeUntil) ? refused('NOTICE_OVER') : { isAdmitted: true, until: noticeUntil }
  if (isOver(identityUntil)) return refused('IDENTITY_EXPIRED')
  if (isOver(agreementUntil)) return refused('AGREEMENT_ENDED')
  const ends = [identityUntil, agreementUntil].filter(end => end !== null)
  return { isAdmitted: true, until: ends.sort((a, b) => a.getTime() - b.getTime())[0] ?? null }
}

const refused = (refusal: AdmissionRefusal): Admission => ({ isAdmitted: false, refusal })

/** Why a toy cannot go on the air, for its owner. */
export const refusalMessages: Record<AdmissionRefusal, string> = {
  NOT_ACCEPTED: 'Je aanmelding als creator is nog niet goedgekeurd. Daarna kun je in de uitzending.',
  NOTICE_OVER: 'Je hebt je nog niet aangemeld als creator. Na goedkeuring kun je weer in de uitzending.',
  LEFT: 'Je bent gestopt als creator. Meld je opnieuw aan om in de uitzending te gaan.',
  SUSPENDED: 'Je bent geschorst, en kunt nu niet in de uitzending. Je kunt bezwaar maken.',
  IDENTITY_EXPIRED: 'Je identiteitsbewijs is verlopen. Bewijs opnieuw wie je bent.',
  AGREEMENT_ENDED: 'Teken eerst de overeenkomst. Daarna kun je weer in de uitzending.',
}
