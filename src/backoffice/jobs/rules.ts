/** Of a job's data this is shown: what names nobody and opens nothing. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[A-Z][A-Z_]{0,39})$/.test(value))

/** The data of a job as an admin sees it: ids, numbers and choices; anything else is `…`. */
export const redactJobData = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isPlain(value) ? value : '…']))
    : {}
