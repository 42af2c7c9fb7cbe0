import { EventEmitter } from 'node:events'
import { createBus, type BusTransport } from '../../src/platform/cluster/bus.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

const log = createLog('silent')

/** Nodes on a shared bus in one process; messages can be held back. */
export function createBusNetwork() {
  const emitter = new EventEmitter()
  const held: (() => void)[] = []
  let holds = false
  const transport = (): BusTransport => ({
    send: async (channel, text) => {
      if (holds) held.push(() => emitter.emit(channel, text))
      else emitter.emit(channel, text)
    },
    subscribe: (channel, listener) => void emitter.on(channel, listener),
    isConnected: () => true,
    close: async () => undefined,
  })
  return {
    /** @param now the clock of the database, as this node knows it */
    node: (now: () => Date = () => new Date()) => createBus({ transport: transport(), now, log }),
    hold: () => void (holds = true),
    release() {
      holds = false
      for (const send of held.splice(0)) send()
    },
  }
}
