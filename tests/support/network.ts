import { EventEmitter } from 'node:events'
import { createBus, type Transport } from '../../src/platform/bus.ts'

/** Nodes that hear each other, in one process; what is sent can be held back. */
export function network() {
  const emitter = new EventEmitter()
  const held: (() => void)[] = []
  let holds = false
  const transport = (): Transport => ({
    send: async (channel, text) => {
      if (holds) held.push(() => emitter.emit(channel, text))
      else emitter.emit(channel, text)
    },
    listen: (channel, listener) => void emitter.on(channel, listener),
    close: async () => undefined,
  })
  return {
    node: () => createBus(transport()),
    hold: () => void (holds = true),
    release() {
      holds = false
      for (const send of held.splice(0)) send()
    },
  }
}
