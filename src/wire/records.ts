/** The keys of a record that has no others. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[]

/** A record with a value for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key, index: number) => Value,
): Record<Key, Value> =>
  Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<Key, Value>

/** The value as one of these choices; undefined when it is none of them. */
export const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find(choice => choice === value)
