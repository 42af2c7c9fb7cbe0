import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { creatorAgreements } from '../../live/agreements/table.ts'
import { readFile } from '../../live/applications/service.ts'
import { creatorApplications } from '../../live/applications/table.ts'
import { sessionConsents, toyControlSessions } from '../../live/sessions/table.ts'
import { toys } from '../../live/toys/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { auditEntries } from '../../people/audit/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeZip, type ZipFile } from '../../platform/files/zip.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/text/csv.ts'
import { addMonths, startOfBrusselsDay } from '../../wire/brusselsTime.ts'
import { Problem } from '../../wire/problem.ts'
import type { createAuditorFile } from './contract.ts'

/** So many sessions are drawn at random for a sample. */
const SAMPLE = 20
const MAX_SESSIONS = 500

/**
 * Chooses the sessions of a file for an auditor, and logs that it was made.
 * @returns its id
 * @throws Problem NOT_FOUND without a session in the month; CONFLICT with too many
 */
export const makeAuditorFile = (
  { db }: Pick<Platform, 'db'>,
  by: string,
  { month, isSample }: z.output<typeof createAuditorFile.input>,
): Promise<{ fileId: string; sessions: number }> =>
  db.transaction(async tx => {
    const isInMonth = and(
      gte(sessionConsents.shownAt, startOfBrusselsDay(`${month}-01`)),
      lt(sessionConsents.shownAt, startOfBrusselsDay(`${addMonths(month, 1)}-01`)),
    )
    const chosen = await tx
      .select({ id: sessionConsents.sessionId })
      .from(sessionConsents)
      .where(isInMonth)
      .orderBy(isSample ? sql`random()` : asc(sessionConsents.shownAt))
      .limit(isSample ? SAMPLE : MAX_SESSIONS + 1)
    if (chosen.length === 0) throw new Problem('NOT_FOUND', { message: 'In deze maand begon geen sessie.' })
    if (chosen.length > MAX_SESSIONS)
      throw new Problem('CONFLICT', {
        message: `In deze maand begonnen meer dan ${MAX_SESSIONS} sessies. Kies een steekproef.`,
      })
    const fileId = randomUUID()
    const details = { month, toySessions: chosen.map(({ id }) => id) }
    await recordAuditEntry(tx, { by, action: 'AUDITOR_FILE_MADE', subjectId: fileId, details })
    return { fileId, sessions: chosen.length }
  })

/** The ZIP of a file that this admin made; its sessions are those of the log. @throws Problem NOT_FOUND */
export async function openAuditorFile(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  by: string,
  fileId: string,
): Promise<Readable> {
  const { db } = platform
  const [entry] = await db
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'AUDITOR_FILE_MADE'),
        eq(auditEntries.subjectId, fileId),
        eq(auditEntries.actorId, by),
      ),
    )
  if (!entry) throw new Problem('NOT_FOUND', { message: 'Dit dossier is er niet meer. Maak een nieuw.' })
  const { toySessions } = entry.details as { toySessions: string[] }
  return Readable.from(writeZip(auditedFiles(platform, toySessions)), { objectMode: false })
}

type AuditedSession = Awaited<ReturnType<typeof findAuditedSessions>>[number]

/** The sessions with the creator's consent, the oldest first; of the player nothing. */
const findAuditedSessions = (db: Db, ids: string[]) =>
  db
    .select({
      consent: sessionConsents,
      creatorId: toys.ownerId,
      status: toyControlSessions.status,
      minutes: toyControlSessions.minutesUsed,
    })
    .from(sessionConsents)
    .innerJoin(toyControlSessions, eq(toyControlSessions.id, sessionConsents.sessionId))
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .where(inArray(sessionConsents.sessionId, ids))
    .orderBy(asc(sessionConsents.shownAt), asc(sessionConsents.sessionId))

async function* auditedFiles(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  ids: string[],
): AsyncGenerator<ZipFile> {
  const sessions = await findAuditedSessions(platform.db, ids)
  const creators = [...new Set(sessions.map(({ creatorId }) => creatorId))]
  const modifiedAt = platform.now()
  const numberOf = (creatorId: string) => creators.indexOf(creatorId) + 1
  yield { name: 'sessies.csv', content: writeSessions(sessions, numberOf), modifiedAt }
  for (const creatorId of creators) {
    const folder = `creator-${numberOf(creatorId)}`
    const own = sessions.filter(session => session.creatorId === creatorId)
    const [first, last] = [own[0], own.at(-1)].map(session => session?.consent.shownAt ?? modifiedAt) as [
      Date,
      Date,
    ]
    for (const { name, content } of await findPapers(platform, creatorId, { first, last }))
      yield { name: `${folder}/${name}`, content, modifiedAt }
  }
}

function writeSessions(sessions: AuditedSession[], numberOf: (creatorId: string) => number): Buffer {
  const time = (at: Date | null) => at?.toISOString() ?? ''
  const rows = sessions.map(({ consent, creatorId, minutes }) => ({
    sessie: consent.sessionId,
    creator: `creator-${numberOf(creatorId)}`,
    'in de uitzending sinds': time(consent.onAirSince),
    uren: String(consent.onAirHours ?? ''),
    maximum: String(consent.cap),
    overeenkomst: consent.agreementVersion ?? '',
    'aftellen getoond': time(consent.shownAt),
    antwoord: consent.outcome ?? '',
    'tijd van antwoord': time(consent.decidedAt),
    minuten: String(minutes),
    geëindigd: time(consent.endedAt),
    door: consent.endedBy ?? '',
    reden: consent.endReason ?? '',
    menu: JSON.stringify(consent.menu),
  }))
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map(row => Object.values(row))]
  return Buffer.from(BYTE_ORDER_MARK + writeCsvRows(lines))
}

/** A creator's proofs of identity and signed agreements that held in a span of time. */
async function findPapers(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  creatorId: string,
  { first, last }: { first: Date; last: Date },
): Promise<Pick<ZipFile, 'name' | 'content'>[]> {
  const { decidedAt } = creatorApplications
  const isAccepted = and(eq(creatorApplications.userId, creatorId), eq(creatorApplications.state, 'ACCEPTED'))
  const accepted = await db
    .select()
    .from(creatorApplications)
    .where(and(isAccepted, lte(decidedAt, last)))
    .orderBy(desc(decidedAt))
  // An identity holds until the next is accepted.
  const heldFirst = accepted.findIndex(row => row.decidedAt !== null && row.decidedAt <= first)
  const identities = heldFirst === -1 ? accepted : accepted.slice(0, heldFirst + 1)
  const { signedAt, withdrawnAt } = creatorAgreements
  const heldThen = and(lte(signedAt, last), or(isNull(withdrawnAt), gt(withdrawnAt, first)))
  const agreements = await db
    .select({ label: creatorAgreements.label, pdf: creatorAgreements.pdf })
    .from(creatorAgreements)
    .where(and(eq(creatorAgreements.userId, creatorId), heldThen))
    .orderBy(desc(signedAt))
  const papers = agreements.map(({ label, pdf }) => ({
    name: `overeenkomst-${label}.pdf`,
    content: Buffer.from(pdf, 'base64'),
  }))
  for (const [index, row] of identities.entries()) {
    const { document } = await readFile({ dataCipher }, db, row)
    const { verifier, verifiedAt } = row
    const record = { ...document, verifier, verifiedAt, decidedAt: row.decidedAt }
    papers.push({
      name: `identiteit-${index + 1}.json`,
      content: Buffer.from(JSON.stringify(record, null, 2)),
    })
  }
  return papers
}
