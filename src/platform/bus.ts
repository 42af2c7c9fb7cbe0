import { EventEmitter } from 'node:events'

/** What slices tell each other after the fact, by topic. */
export interface Topics {
  /** Someone's balance of minutes changed. */
  'minutes.changed': { userId: string }
  /** Someone's control session moved, or what its toy does changed. */
  'session.changed': { userId: string }
  /** A toy came, went, or became free or busy. */
  'toys.changed': null
}

/** Carries news between slices without their knowing each other. A message may be lost; the database holds the truth. */
export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  /** Returns how to stop listening. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void
}

export function createBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
  }
}
