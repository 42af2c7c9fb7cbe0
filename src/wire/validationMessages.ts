import type { z } from 'zod'

/** What is said of a value that a field's own words don't cover: Dutch, and fit for a person. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  const { input } = issue
  if (input === undefined || input === null || input === '') return 'Dit is verplicht.'
  if (issue.code === 'too_small')
    return boundMessage(issue.origin, `${issue.minimum} of meer`, `minstens ${issue.minimum}`)
  if (issue.code === 'too_big')
    return boundMessage(issue.origin, `${issue.maximum} of minder`, `hoogstens ${issue.maximum}`)
  if (issue.code === 'invalid_value') return 'Kies een van de mogelijkheden.'
  if (issue.code === 'invalid_type') return typeMessages[issue.expected] ?? 'Deze waarde klopt niet.'
  return 'Deze waarde klopt niet.'
}

const typeMessages: Partial<Record<string, string>> = {
  int: 'Vul een heel getal in.',
  number: 'Vul een getal in.',
  string: 'Vul een tekst in.',
  boolean: 'Kies ja of nee.',
}

function boundMessage(origin: string, number: string, count: string): string {
  if (origin === 'string') return `Gebruik ${count} tekens.`
  return origin === 'array' || origin === 'set' ? `Geef er ${count}.` : `Kies ${number}.`
}
