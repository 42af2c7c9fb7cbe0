import { once } from 'node:events'
import { WebSocket } from 'ws'
import { LIVE_SOCKET_PATH } from '../src/live/sessions/socket.contract.ts'
import { monotonicMs, percentilesOf, type Percentiles } from './clock.ts'
import { handleRequests } from './helperProcess.ts'

/** A process with many sockets, each like a tab of a customer. */
export type SocketRequest =
  | { ask: 'open'; origin: string; cookies: string[]; toyIds: string[] }
  | { ask: 'run'; perSecond: number; seconds: number }
  | { ask: 'close' }

export interface SocketRunResult {
  /** From the sending of a command to its answer. */
  answers: Percentiles
  /** By type of answer: `ack`, an error code, or `command` for an echo. */
  kinds: Record<string, number>
  /** The commands of each toy, with their times. */
  sent: { toyId: string; intensity: number; at: number }[]
}

interface Tab {
  socket: WebSocket
  toyId: string
  sequence: number
  waiting: Map<number, number>
}

/** Sockets opened at the same time. */
const AT_ONCE = 50
const HEARTBEAT_MS = 1000
/** How long the last answers are waited for, in milliseconds. */
const PATIENCE_MS = 5000

let tabs: Tab[] = []
let times: number[] = []
let kinds: Record<string, number> = {}

async function open(origin: string, cookie: string, toyId: string): Promise<Tab> {
  const socket = new WebSocket(origin.replace('http', 'ws') + LIVE_SOCKET_PATH, {
    headers: { cookie },
    perMessageDeflate: false,
  })
  const tab: Tab = { socket, toyId, sequence: 0, waiting: new Map() }
  socket.on('message', (data: Buffer) => receiveFrame(tab, data.toString()))
  await once(socket, 'open')
  return tab
}

/** Parses only the fields that it needs, so that the load generator does not limit the result. */
function receiveFrame(tab: Tab, text: string): void {
  const sequence = Number(/"sequence":(\d+)/.exec(text.slice(0, 200))?.[1])
  const sentAt = tab.waiting.get(sequence)
  if (sentAt === undefined) return
  times.push(monotonicMs() - sentAt)
  tab.waiting.delete(sequence)
  const kind = /"code":"(\w+)"/.exec(text)?.[1] ?? /"type":"(\w+)"/.exec(text)?.[1] ?? '?'
  kinds[kind] = (kinds[kind] ?? 0) + 1
}

async function run(perSecond: number, seconds: number): Promise<SocketRunResult> {
  times = []
  kinds = {}
  const sent: SocketRunResult['sent'] = []
  const beats = setInterval(() => tabs.forEach(beatSoon), HEARTBEAT_MS)
  const startedAt = monotonicMs()
  const total = tabs.length * perSecond * seconds
  for (let count = 0; count < total;) {
    const due = Math.min(total, ((monotonicMs() - startedAt) / 1000) * tabs.length * perSecond)
    for (; count < due; count += 1) {
      const tab = tabs[count % tabs.length] as Tab
      sent.push(command(tab, 1 + (tab.sequence % 20)))
    }
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  const lost = () => tabs.reduce((sum, { waiting }) => sum + waiting.size, 0)
  for (const end = monotonicMs() + PATIENCE_MS; lost() > 0 && monotonicMs() < end;)
    await new Promise(resolve => setTimeout(resolve, 10))
  clearInterval(beats)
  if (lost() > 0) throw new Error(`${lost()} commands were not answered`)
  return { answers: percentilesOf(times), kinds, sent }
}

/** Spreads the sockets over time. */
const beatSoon = ({ socket }: Tab): void =>
  void setTimeout(() => socket.send('{"type":"heartbeat"}'), Math.random() * HEARTBEAT_MS)

function command(tab: Tab, intensity: number): SocketRunResult['sent'][number] {
  const { toyId } = tab
  const sequence = (tab.sequence += 1)
  const frame = { type: 'command', sequence, toyDeviceId: toyId, command: 'vibrate', intensity }
  const at = monotonicMs()
  tab.waiting.set(sequence, at)
  tab.socket.send(JSON.stringify(frame))
  return { toyId, intensity, at }
}

handleRequests(async (question: SocketRequest) => {
  if (question.ask === 'run') return run(question.perSecond, question.seconds)
  if (question.ask === 'close') {
    for (const { socket } of tabs) socket.terminate()
    tabs = []
    return null
  }
  const { origin, cookies, toyIds } = question
  for (let at = 0; at < cookies.length; at += AT_ONCE) {
    const some = cookies.slice(at, at + AT_ONCE)
    tabs.push(
      ...(await Promise.all(some.map((cookie, n) => open(origin, cookie, toyIds[at + n] ?? 'no toy')))),
    )
  }
  return null
})
