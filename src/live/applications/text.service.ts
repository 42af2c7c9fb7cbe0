import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { decryptOptionalTexts, optionalTextField, withoutText } from '../../platform/crypto/optionalText.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { ApplicationDetails, IdentityDocument } from './contract.ts'
import { creatorApplications, identityImages, identityRecords } from './table.ts'

export const applicationDetails = optionalTextField(creatorApplications, 'details')
export const applicationIdentity = optionalTextField(creatorApplications, 'identity')
export const applicationExplanation = optionalTextField(creatorApplications, 'explanation')
export const identityRecordText: EncryptedField<'encrypted'> = { table: identityRecords, name: 'encrypted' }
/** The key of a photo's file, which only its row can open. */
export const identityImageKey: EncryptedField<'encrypted'> = { table: identityImages, name: 'encrypted' }

export type ApplicationRow = typeof creatorApplications.$inferSelect

/** The texts of an application; null where there is none, or its key is lost. */
export async function readTexts(
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  db: Db,
  row: ApplicationRow,
): Promise<{
  details: ApplicationDetails | null
  identity: IdentityDocument | null
  explanation: string | null
}> {
  const [withDetails] = await decryptOptionalTexts(dataCipher, db, applicationDetails, [row])
  const [withIdentity] = await decryptOptionalTexts(dataCipher, db, applicationIdentity, [row])
  const [withExplanation] = await decryptOptionalTexts(dataCipher, db, applicationExplanation, [row])
  return {
    details: parse(ApplicationDetails, withDetails?.details ?? null),
    identity: parse(IdentityDocument, withIdentity?.identity ?? null),
    explanation: withExplanation?.explanation ?? null,
  }
}

function parse<T>(schema: { safeParse(value: unknown): { data?: T } }, text: string | null): T | null {
  if (text === null || !text.startsWith('{')) return null
  return schema.safeParse(JSON.parse(text)).data ?? null
}

/** The personal texts of an application that is closed. */
export const erasedTexts = { ...withoutText(applicationDetails), ...withoutText(applicationIdentity) }
