import { expect, test } from 'vitest'
import type { PeppolDocument } from './contract.ts'
import { explainPeppol } from './labels.rules.ts'

test.each<[PeppolDocument['status'], string | null, string | null]>([
  ['DELIVERED', null, null],
  ['QUEUED', null, null],
  ['QUEUED', 'Storecove antwoordt niet.', 'Storecove antwoordt niet. We proberen het opnieuw.'],
  ['FAILED', 'Storecove weigert dit document.', 'Storecove weigert dit document.'],
  ['NO_RECEIVER', null, 'Dit bedrijf ontvangt nog niets via Peppol. De PDF ging per mail.'],
  ['UNSENT', null, 'Er was geen access point ingesteld toen dit gemaakt werd. De PDF ging per mail.'],
])('%s with the failure %j is explained by %j', (status, failure, explanation) =>
  expect(explainPeppol({ status, failure })).toBe(explanation),
)
