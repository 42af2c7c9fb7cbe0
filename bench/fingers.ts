import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { CommandSender } from '../src/live/sessions/ui/commandSender.hooks.ts'
import { LiveConnection, sendControlCommand } from '../src/live/sessions/ui/liveConnection.hooks.ts'
import { LIVE_SOCKET_PATH } from '../src/live/sessions/socket.contract.ts'
import { monotonicMs, percentilesOf, type Percentiles } from './clock.ts'
import { handleRequests } from './helperProcess.ts'

/** A process with the browser's own code, and fingers that move its slider. */
export type FingerRequest =
  | { ask: 'open'; origin: string; cookies: string[]; toyIds: string[] }
  /** Each toy is still, and gets one command. */
  | { ask: 'first'; rounds: number }
  /** Each slider moves all the time. */
  | { ask: 'drag'; seconds: number }
  | { ask: 'close' }

export interface FingerResult {
  /** From each movement of a finger until its command, or a later one, was acknowledged in the browser, in milliseconds. */
  delays: Percentiles
  /** The delay as both sides are shown it. */
  shown: Percentiles
}

/** A finger moves this often while it drags, in milliseconds. */
const MOVE_MS = 16
/** Longer than a command lasts, so that the toy is idle. */
const REST_MS = 2500

class Tab {
  readonly connection: LiveConnection
  readonly sender: CommandSender
  /** Commands that were acknowledged: when they were sent, and when the acknowledgement came. */
  readonly answered: { sentAt: number; at: number }[] = []

  constructor(origin: string, cookie: string, toyDeviceId: string) {
    const address = origin.replace('http', 'ws') + LIVE_SOCKET_PATH
    this.connection = new LiveConnection({
      connect: () => new WebSocket(address, { headers: { cookie } }) as unknown as globalThis.WebSocket,
      isLive: () => true,
      clock: monotonicMs,
    })
    this.sender = new CommandSender({
      clock: monotonicMs,
      send: async (command, waitedMs) => {
        const sentAt = monotonicMs()
        const answer = await sendControlCommand(this.connection, { toyDeviceId, ...command }, waitedMs)
        this.answered.push({ sentAt, at: monotonicMs() })
        return answer
      },
      onFailure: error => {
        throw error
      },
      onAnswer: () => {},
    })
  }
}

let tabs: Tab[] = []

async function until(check: () => boolean): Promise<void> {
  for (let waited = 0; !check(); waited += 5) {
    if (waited > 10_000) throw new Error('no answer')
    await pause(5)
  }
}

async function first(rounds: number): Promise<FingerResult> {
  const [delays, shown]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await pause(REST_MS)
    for (const tab of tabs) {
      const { length } = tab.answered
      const at = monotonicMs()
      tab.sender.play({ command: 'vibrate', intensity: 1 + (round % 20) })
      await until(() => tab.answered.length > length)
      delays.push((tab.answered.at(-1)?.at ?? NaN) - at)
      shown.push(tab.sender.getState().delayMs ?? NaN)
      tab.sender.stop()
    }
    await until(() => tabs.every(({ sender }) => !sender.getState().isStopping))
  }
  return { delays: percentilesOf(delays), shown: percentilesOf(shown) }
}

async function drag(seconds: number): Promise<FingerResult> {
  const [delays, shown]: [number[], number[]] = [[], []]
  const moves = tabs.map((): number[] => [])
  for (const { answered } of tabs) answered.length = 0
  const startedAt = monotonicMs()
  for (let step = 0; monotonicMs() - startedAt < seconds * 1000; step += 1) {
    for (const [index, tab] of tabs.entries()) {
      moves[index]?.push(monotonicMs())
      tab.sender.play({ command: 'vibrate', intensity: 1 + (step % 20) })
      shown.push(tab.sender.getState().delayMs ?? NaN)
    }
    await pause(MOVE_MS)
  }
  const wasMoved = ({ answered }: Tab, at: number) => answered.some(({ sentAt }) => sentAt >= at)
  await until(() => tabs.every((tab, index) => wasMoved(tab, moves[index]?.at(-1) ?? 0)))
  for (const [index, { answered }] of tabs.entries())
    for (const at of moves[index] ?? [])
      delays.push((answered.find(({ sentAt }) => sentAt >= at)?.at ?? NaN) - at)
  for (const { sender } of tabs) sender.stop()
  await until(() => tabs.every(({ sender }) => !sender.getState().isStopping))
  return { delays: percentilesOf(delays), shown: percentilesOf(shown.filter(Number.isFinite)) }
}

handleRequests(async (request: FingerRequest) => {
  if (request.ask === 'first') return first(request.rounds)
  if (request.ask === 'drag') return drag(request.seconds)
  for (const { connection } of tabs) connection.close()
  tabs = []
  if (request.ask === 'close') return null
  const { origin, cookies, toyIds } = request
  tabs = cookies.map((cookie, index) => new Tab(origin, cookie, toyIds[index] ?? ''))
  for (const { connection } of tabs) connection.open()
  await until(() => tabs.every(({ connection }) => connection.isOpen() && connection.networkMs() !== null))
  return null
})
