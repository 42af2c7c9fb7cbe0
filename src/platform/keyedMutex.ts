/** One piece of work a key at a time, in the order in which they were asked for; those of different keys run beside each other. */
export interface KeyedMutex {
  /** Runs `work` after all that was asked for before under this key, whether that succeeded or not. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether anything under this key runs or waits. */
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
