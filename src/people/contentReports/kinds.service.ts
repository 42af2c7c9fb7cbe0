import type { Tx } from '../../platform/db/db.ts'
import { storageKeyOfMedia } from '../../platform/http/media.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { isStorageKey } from '../../platform/files/storage.ts'
import type { ContentKind, ReportReason } from './contract.ts'

/** The parts of the platform that reading reported content with its report needs; `db` may be a transaction. */
export type ContentReader = Pick<Platform, 'db' | 'dataCipher'>

/** The parts of the platform that reading the content itself needs. */
export type ContentSource = Pick<Platform, 'db' | 'dataCipher' | 'storage'>

/** A part of the content as it is when it is reported. */
export interface EvidenceLine {
  label: string
  text: string
  /** Shown to admins only: it may reveal the reporter to the content's owner. */
  isInternal?: boolean | undefined
  /** A picture as a data URL: its file goes when it is replaced or its account erased. */
  image?: string | undefined
}

export interface ReportedContent {
  /** The owner; null when that is not known. */
  ownerId: string | null
  /** Where an admin sees it on our own site. */
  path: string | null
  evidence: EvidenceLine[]
}

export interface FiledReport {
  caseId: string
  ownerId: string
  reason: ReportReason
  now: Date
}

/** The admin who decides, and when. */
export interface RemovalContext {
  by: string
  now: Date
}

/**
 * The functions and words of a kind of content, for the engine of reports. The contents are in slices below and above this one, so
 * `app/contentKinds.ts` has one for each kind.
 */
export interface ReportableKind {
  /** In the transaction of a report of it whose owner is known. */
  onReport?(tx: Tx, report: FiledReport): Promise<void>
  /** After that transaction; never throws. */
  afterReport?(report: FiledReport): Promise<void>
  /** The content, if the viewer may see it; null when not, or when it is gone. */
  find(
    source: ContentSource,
    contentId: string,
    viewer: AuthenticatedUser | null,
  ): Promise<ReportedContent | null>
  /** Takes it away, such that it can be put back; left out when there is nothing to take away. @returns whether it was there */
  remove?(tx: Tx, contentId: string, context: RemovalContext): Promise<boolean>
  /** Puts the removed content back. */
  restore?(tx: Tx, contentId: string, context: RemovalContext & { evidence: EvidenceLine[] }): Promise<void>
  /** After the transaction in which it was taken away or put back; never throws. */
  afterChange?(contentId: string, context: RemovalContext & { isRemoved: boolean }): Promise<void>
}

/** A stored picture as evidence; the address alone for a demo's, which is part of the program, and when the file is gone. */
export async function pictureEvidence(
  { storage }: Pick<Platform, 'storage'>,
  label: string,
  url: string | null,
): Promise<EvidenceLine> {
  if (url === null) return { label, text: 'Geen' }
  const key = storageKeyOfMedia(url)
  const file = isStorageKey(key) ? await storage.read(key) : null
  if (!file) return { label, text: url }
  return { label, text: '', image: `data:image/webp;base64,${file.toString('base64')}` }
}

export type ContentKinds = Record<ContentKind, ReportableKind>
