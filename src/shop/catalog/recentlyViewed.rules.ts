/** How many are kept. */
const MAX_KEPT = 12

/** The list with a product in front, each once. */
export const withProductViewed = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter(other => other !== id)].slice(0, MAX_KEPT)
