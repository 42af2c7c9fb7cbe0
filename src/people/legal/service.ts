import type { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { POLICY_VERSION } from '../accounts/contract.ts'
import { currentBody } from '../content/cache.service.ts'
import type { ContentDefinition } from '../content/definition.rules.ts'
import { getPublishedBody, listPublished } from '../content/service.ts'
import type { LegalContent, LegalDocument, LegalText, readLegalText } from './contract.ts'
import { agePolicyContent } from './agePolicy.rules.ts'
import { complaintsContent } from './complaints.rules.ts'
import { guaranteeContent } from './guarantee.rules.ts'
import { privacyContent } from './privacy.rules.ts'
import { termsContent } from './terms.rules.ts'

const definitions: Record<LegalDocument, ContentDefinition<LegalContent>> = {
  terms: termsContent,
  privacy: privacyContent,
  guarantee: guaranteeContent,
  complaints: complaintsContent,
  agePolicy: agePolicyContent,
}

/** A legal text; without a publication no statement is sent. @throws Problem NOT_FOUND for an unknown version */
export async function getLegalText(
  { db, content }: Pick<Platform, 'db' | 'content'>,
  { document, version }: z.output<typeof readLegalText.input>,
): Promise<z.input<typeof LegalText>> {
  const definition = definitions[document]
  const published = content.published(definition.key) ? await listPublished(db, definition.key) : []
  const first = { label: POLICY_VERSION, publishedAt: null }
  const versions = [
    ...published.map(({ label, publishedAt }) => ({ label: label ?? '', publishedAt })),
    first,
  ]
  const [current = first] = versions
  const found = version === undefined ? current : versions.find(({ label }) => label === version)
  if (!found) throw new Problem('NOT_FOUND', { message: 'Deze versie bestaat niet.' })
  const isCurrent = found === current
  const earlier = published.find(({ label }) => label === found.label)
  const body = isCurrent
    ? currentBody(content, definition)
    : earlier
      ? await getPublishedBody(db, definition, earlier.version)
      : definition.defaults
  return { ...found, body, isCurrent, versions }
}
