/** Runs work one at a time per key, in the order of the calls; work under different keys runs in parallel. */
export interface KeyedMutex {
  /** Runs `work` after all earlier work under this key, whether that succeeded or not. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether work under this key is running or waiting. */
  isHeld(key: string): boolean
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, turn)
      const leave = () => last.get(key) === turn && last.delete(key)
      turn.then(leave, leave)
      return turn
    },
    isHeld: key => last.has(key),
  }
}
