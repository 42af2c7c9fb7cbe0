/** `/api/cart/:itemId` → `['itemId']`. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(match => match[1] as string)

/**
 * Fills the path parameters from an endpoint's input, encoded.
 * @returns the path, and the rest of the input
 */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  let filled = path
  for (const name of pathParameters(path)) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  return { path: filled, rest }
}
