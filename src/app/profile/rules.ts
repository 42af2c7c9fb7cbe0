/** A list with something in it, or without it. */
export const withItemToggled = (list: string[], item: string, isIn: boolean): string[] =>
  isIn ? [...list.filter(other => other !== item), item] : list.filter(other => other !== item)

/** Which tab an address (`?tab=…`) means; the first for one that is none. */
export const tabFromUrl = <T extends string>(tabs: readonly [T, ...T[]], named: string | null): T =>
  tabs.find(tab => tab === named) ?? tabs[0]
