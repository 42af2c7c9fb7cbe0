import type { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { POLICY_VERSION } from '../accounts/contract.ts'
import { currentBody } from '../content/cache.service.ts'
import type { ContentDefinition } from '../content/definition.rules.ts'
import { findVersions } from '../content/service.ts'
import type { LegalContent, LegalDocument, LegalText, readLegalText } from './contract.ts'
import { privacyContent } from './privacy.rules.ts'
import { termsContent } from './terms.rules.ts'

const definitions: Record<LegalDocument, ContentDefinition<LegalContent>> = {
  terms: termsContent,
  privacy: privacyContent,
}

/** More versions than a text will ever have. */
const ALL_VERSIONS = 1000

/** A legal text; without a publication no statement is sent. @throws Problem NOT_FOUND for an unknown version */
export async function getLegalText(
  { db, content }: Pick<Platform, 'db' | 'content'>,
  { document, version }: z.output<typeof readLegalText.input>,
): Promise<z.input<typeof LegalText>> {
  const definition = definitions[document]
  const first = { label: POLICY_VERSION, publishedAt: null, body: definition.defaults }
  const published = content.published(definition.key) ? await findVersions(db, definition, ALL_VERSIONS) : []
  const all = [
    ...published.map(({ label, publishedAt, body }) => ({
      label: label ?? '',
      publishedAt,
      // The cast: it was validated by the schema of this text.
      body: body as LegalContent,
    })),
    first,
  ]
  const versions = all.map(({ label, publishedAt }) => ({ label, publishedAt }))
  const [current = first] = all
  const found = version === undefined ? current : all.find(({ label }) => label === version)
  if (!found) throw new Problem('NOT_FOUND', { message: 'Deze versie bestaat niet.' })
  const isCurrent = found === current
  return { ...found, body: isCurrent ? currentBody(content, definition) : found.body, isCurrent, versions }
}
