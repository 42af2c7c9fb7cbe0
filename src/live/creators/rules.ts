/** Whether a creator may be on the air, and until when; `until` is null without an end. */
type Admission = { isAdmitted: true; until: Date | null } | { isAdmitted: false; refusal: AdmissionRefusal }

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

/** Why a creator may not be on the air, for herself. */
export const refusalMessages = {
  NOT_ACCEPTED: 'Je aanmelding als creator is nog niet goedgekeurd. Daarna kun je in de uitzending.',
  NOTICE_OVER: 'Je hebt je nog niet aangemeld als creator. Na goedkeuring kun je weer in de uitzending.',
  LEFT: 'Je bent gestopt als creator. Meld je opnieuw aan om in de uitzending te gaan.',
  SUSPENDED: 'Je bent geschorst, en kunt nu niet in de uitzending. Je kunt bezwaar maken.',
  IDENTITY_EXPIRED: 'Je identiteitsbewijs is verlopen. Bewijs opnieuw wie je bent.',
  AGREEMENT_ENDED: 'Teken eerst de overeenkomst. Daarna kun je weer in de uitzending.',
}

type AdmissionRefusal = keyof typeof refusalMessages

/** How long creators of before the programme may go on without an accepted application, in days. */
const NOTICE_DAYS = 30

const DAY_MS = 86_400_000

export const noticeEnd = (now: Date): Date => new Date(now.getTime() + NOTICE_DAYS * DAY_MS)

type AdmissionEnd = 'identityUntil' | 'agreementUntil' | 'noticeUntil'

/** At how many days before an end she is told of it; 0 is at the end itself. In ascending order. */
const toldAtDays: Record<AdmissionEnd, readonly number[]> = {
  identityUntil: [0, 14, 60],
  // The first at once, when the end is set.
  agreementUntil: [0, 14, Infinity],
  noticeUntil: [0, 14, Infinity],
}

export interface EndNotice {
  which: AdmissionEnd
  until: Date
  isOver: boolean
  /** The same for a notice that was told already. */
  key: string
}

/** The notices of the ends of her admission that are due: of each end the latest stage. */
export function endNotices(
  creator: Pick<AdmissionColumns, 'acceptedAt' | 'leftAt' | AdmissionEnd>,
  now: Date,
): EndNotice[] {
  if (creator.leftAt) return []
  const ends: AdmissionEnd[] = creator.acceptedAt ? ['identityUntil', 'agreementUntil'] : ['noticeUntil']
  return ends.flatMap(which => {
    const until = creator[which]
    if (!until) return []
    const days = (until.getTime() - now.getTime()) / DAY_MS
    const stage = toldAtDays[which].find(most => days <= most)
    if (stage === undefined) return []
    return [{ which, until, isOver: stage === 0, key: `${which} ${until.toISOString()} ${stage}` }]
  })
}

const day = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'full', timeZone: 'Europe/Brussels' })

/** The news of a notice. @param until its end, as a text */
const endTexts: Record<AdmissionEnd, { soon: (until: string) => string; over: string }> = {
  identityUntil: {
    soon: until => `Je identiteitsbewijs is geldig tot ${until}. Bewijs voor die dag opnieuw wie je bent.`,
    over: 'Je identiteitsbewijs is verlopen, en je bent uit de uitzending. Bewijs opnieuw wie je bent.',
  },
  agreementUntil: {
    soon: until =>
      `De overeenkomst is veranderd. Teken de nieuwe tekst voor ${until}, dan verandert er niets.`,
    over: 'Je overeenkomst geldt niet meer, en je bent uit de uitzending. Teken ze om verder te gaan.',
  },
  noticeUntil: {
    soon: until =>
      `Creators melden zich voortaan aan en tekenen een overeenkomst. Doe dat voor ${until}; tot dan verandert er niets.`,
    over: 'De tijd om je aan te melden is om, en je bent uit de uitzending. Na goedkeuring kun je weer.',
  },
}

export const endNoticeText = ({ which, until, isOver }: EndNotice): string =>
  isOver ? endTexts[which].over : endTexts[which].soon(day.format(until))
