import { describe, expect, it, vi } from 'vitest'
import { createBusNetwork } from '../../../tests/support/busNetwork.ts'
import { type BridgeCommand, BridgeGateway } from './bridge.gateway.ts'
import { ToyOfflineError, ToyCommandError } from './gateway.ts'
import { createBridgeRelay } from './bridgeRelay.gateway.ts'

const target = { provider: 'BUTTPLUG', uid: 'u', toyId: 'bp-1' } as const
const patience = () => AbortSignal.timeout(5000)
const outputOf = (level: number, generation = 1, sessionId = 's') => ({
  strengths: [level],
  stepMs: 2000,
  levels: [],
  followers: [],
  word: { sessionId, generation },
  cap: 20,
})

/** Two nodes, and a tab at the second one. */
function scene() {
  const net = createBusNetwork()
  const node = () => {
    const bridge = new BridgeGateway()
    const mover = createBridgeRelay(bridge, net.node())
    const run = (level: number, generation?: number, sessionId?: string, signal = patience()) =>
      mover.run(target, outputOf(level, generation, sessionId), 2, signal)
    return { bridge, run, stop: (signal = patience()) => mover.stop(target, signal) }
  }
  /** Answers at once, and records its commands: a strength, or `silence`. */
  const tabOf = ({ bridge }: ReturnType<typeof node>, ok = true) => {
    const heard: (number | 'silence')[] = []
    const tab = {
      send(order: BridgeCommand) {
        heard.push(order.type === 'silence' ? order.type : (order.strengths[0] ?? NaN))
        queueMicrotask(() => bridge.resolveAnswer(tab, order.id, ok))
      },
    }
    bridge.assignToys(tab, [{ toyId: target.toyId, device: 0, isHeld: false }])
    return { heard, leave: () => bridge.disconnectTab(tab) }
  }
  const [one, two] = [node(), node()]
  return { net, one, two, tabOf }
}

describe('a toy that is bridged at another node', () => {
  it('runs and stops as it does at the node of the tab', async () => {
    const { one, two, tabOf } = scene()
    const { heard } = tabOf(two)
    await one.run(7)
    await two.run(8)
    await one.stop()
    expect(heard).toEqual([7, 8, 'silence'])
  })

  it('is found at any node that its tab moves to', async () => {
    const { one, two, tabOf } = scene()
    const before = tabOf(two)
    await one.run(7)
    before.leave()
    const after = tabOf(one)
    await one.run(8)
    await two.run(9)
    expect([before.heard, after.heard]).toEqual([[7], [8, 9]])
  })

  it('fails with the same errors: a command that the device refused, and a toy without a tab', async () => {
    const { one, two, tabOf } = scene()
    const { leave } = tabOf(two, false)
    await expect(one.run(7)).rejects.toEqual(expect.objectContaining({ name: 'ToyCommandError', code: null }))
    leave()
    await expect(one.run(7)).rejects.toBeInstanceOf(ToyOfflineError)
  })

  it('aborts its command at once when a stop supersedes it, and the stop arrives after it', async () => {
    const { net, one, two, tabOf } = scene()
    const { heard } = tabOf(two)
    net.hold()
    const overtaken = new AbortController()
    const run = one.run(7, 1, 's', overtaken.signal)
    overtaken.abort()
    await expect(run).rejects.toBeInstanceOf(ToyCommandError)
    const stop = one.stop()
    net.release()
    await stop
    expect(heard).toEqual([7, 'silence'])
    await expect(one.run(7, 1, 's', overtaken.signal)).rejects.toBeInstanceOf(ToyCommandError)
    expect(heard).toHaveLength(2)
  })

  it('does not run by a command that arrives too late', async () => {
    const { net, one, two, tabOf } = scene()
    const { heard } = tabOf(two)
    net.hold()
    const run = one.run(7)
    const asked = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(asked + 800), 10_000)
    net.release()
    await expect(run).rejects.toBeInstanceOf(ToyOfflineError)
    expect(heard).toEqual([])
  })

  it('does not run by a command of a node that lost the session, and does by one of a newer session', async () => {
    const { one, two, tabOf } = scene()
    const { heard } = tabOf(two)
    await one.run(7, 1)
    await two.run(8, 2)
    await expect(one.run(9, 1)).rejects.toEqual(expect.objectContaining({ code: 409 }))
    await one.stop()
    await one.run(10, 1, 'another')
    expect(heard).toEqual([7, 8, 'silence', 10])
  })
})
