import { useState } from 'react'

/** The keys of the selected rows; kept on other pages of the same table. */
export interface RowSelection {
  keys: ReadonlySet<string>
  set(keys: string[], chosen: boolean): void
  clear(): void
}

export function useRowSelection(): RowSelection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    keys,
    set: (some, chosen) =>
      setKeys(
        before => new Set(chosen ? [...before, ...some] : [...before].filter(key => !some.includes(key))),
      ),
    clear: () => setKeys(new Set()),
  }
}
