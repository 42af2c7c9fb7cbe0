import { randomUUID } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../src/platform/db/db.ts'
import { type DocumentSubmission, type Outcome, StorecoveError, type StorecoveFaults } from './contract.ts'
import { simulatorStorecoveFaults, simulatorSubmissions, simulatorWebhookInstances } from './table.ts'

export type Submission = typeof simulatorSubmissions.$inferSelect

export async function readFaults(db: Db): Promise<StorecoveFaults> {
  const [row] = await db.select().from(simulatorStorecoveFaults)
  return row?.faults ?? {}
}

export async function replaceFaults(db: Db, faults: StorecoveFaults): Promise<void> {
  await db
    .insert(simulatorStorecoveFaults)
    .values({ id: 1, faults })
    .onConflictDoUpdate({ target: simulatorStorecoveFaults.id, set: { faults } })
}

/** How the network knows a business, by the last digits of its enterprise number. */
export const ABSENT = '01'
/** Known to the network, but only for a PDF by mail. */
const BY_EMAIL = '02'
/** Known, and its access point refuses all documents. */
const REFUSING = '03'

export const discover = (identifier: string) => ({
  code: identifier.endsWith(ABSENT) ? 'NOK' : 'OK',
  email: identifier.endsWith(BY_EMAIL),
})

export const outcomeFor = ({ receiver }: Submission): Outcome =>
  receiver.endsWith(REFUSING)
    ? { event: 'failed', details: 'The receiving access point did not accept the document' }
    : { event: 'succeeded' }

const textOf = (xml: string, pattern: RegExp): string | undefined => pattern.exec(xml)?.[1]

/** @throws StorecoveError 422 for anything but a document of BIS Billing 3.0 to its receiver, and for a guid that was seen */
export async function submit(
  db: Db,
  { idempotencyGuid, routing, document }: z.output<typeof DocumentSubmission>,
  now: Date,
): Promise<Submission> {
  const xml = Buffer.from(document.rawDocumentData.document, 'base64').toString('utf8')
  if (!/<(Invoice|CreditNote) xmlns="urn:oasis:names:specification:ubl:schema:xsd:\1-2"/.test(xml))
    throw new StorecoveError(422, 'document.rawDocumentData', 'could not be parsed')
  if (!xml.includes('urn:fdc:peppol.eu:2017:poacc:billing:3.0'))
    throw new StorecoveError(422, 'document.rawDocumentData', 'CustomizationID is not supported')
  const { scheme = '', id = '' } = routing.eIdentifiers[0] ?? {}
  if (scheme !== 'BE:EN' || !/^[01]\d{9}$/.test(id))
    throw new StorecoveError(422, 'routing.eIdentifiers', 'is not a valid identifier')
  const buyer = textOf(xml, /<cac:AccountingCustomerParty>.*?<cbc:EndpointID schemeID="0208">(\d+)</s)
  if (buyer !== id) throw new StorecoveError(422, 'routing.eIdentifiers', 'is not the buyer of the document')
  if (textOf(xml, /<cbc:RegistrationName>([^<]*weigeren[^<]*)</i))
    throw new StorecoveError(422, 'document', 'BR-CO-15: the amounts do not add up')
  const [made] = await db
    .insert(simulatorSubmissions)
    .values({
      guid: randomUUID(),
      idempotencyGuid,
      receiver: `${scheme} ${id}`,
      document: xml,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new StorecoveError(422, 'idempotencyGuid', 'has already been taken')
  return made
}

export async function findSubmission(db: Db, guid: string): Promise<Submission> {
  const [found] = await db.select().from(simulatorSubmissions).where(eq(simulatorSubmissions.guid, guid))
  if (!found) throw new StorecoveError(404, 'guid', 'Not found')
  return found
}

export const listSubmissions = (db: Db): Promise<Submission[]> =>
  db.select().from(simulatorSubmissions).orderBy(desc(simulatorSubmissions.createdAt)).limit(200)

export const setOutcome = (db: Db, guid: string, { event }: Outcome) =>
  db.update(simulatorSubmissions).set({ outcome: event }).where(eq(simulatorSubmissions.guid, guid))

export const enqueueEvent = (db: Db, guid: string, body: string, now: Date) =>
  db.insert(simulatorWebhookInstances).values({ guid, body, createdAt: now })

/** The oldest event of the queue. */
export async function firstEvent(db: Db) {
  const [first] = await db
    .select({ guid: simulatorWebhookInstances.guid, body: simulatorWebhookInstances.body })
    .from(simulatorWebhookInstances)
    .orderBy(asc(simulatorWebhookInstances.createdAt), asc(simulatorWebhookInstances.guid))
    .limit(1)
  return first
}

export const removeEvent = (db: Db, guid: string) =>
  db.delete(simulatorWebhookInstances).where(eq(simulatorWebhookInstances.guid, guid))

/** The event about a document. */
export const eventBody = (submission: Submission, { event, details }: Outcome) => ({
  guid: randomUUID(),
  tenant_id: 1,
  legal_entity_id: SIMULATED_LEGAL_ENTITY,
  event_type: 'document_submission',
  event,
  document_guid: submission.guid,
  ...(details !== undefined && { details }),
})

/** The business that the account sends for. */
export const SIMULATED_LEGAL_ENTITY = 100_001

/** The proof of the receiving access point. */
export const evidenceOf = ({ guid, receiver, createdAt }: Submission) => ({
  network: 'peppol',
  sender: `legal entity ${SIMULATED_LEGAL_ENTITY}`,
  receiver: `0208:${receiver.split(' ')[1]}`,
  evidence: {
    message_id: `${guid}@simulator`,
    transmission_id: guid,
    receiving_accesspoint: 'POP000000',
    timestamp: createdAt.toISOString(),
    xml: '',
  },
  documents: [{ mime_type: 'application/xml', document: '' }],
})
