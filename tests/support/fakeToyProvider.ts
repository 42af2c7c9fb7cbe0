import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { openHttpServer } from './httpServer.ts'

export interface ToyRequest {
  /** Milliseconds by the same clock as `performance.now()`. */
  at: number
  body: Record<string, unknown>
  /** `stop`, or the level of a steady command; NaN for anything else. */
  asks: 'stop' | number
  /** The client closed the request before the answer. */
  aborted: boolean
}

/** The answer to a request: a number is sent as the code, `hold` waits for `release`, anything else is sent unchanged. */
export type FakeToyReply = number | 'hold' | { status: number; text: string }

export type FakeToyProvider = Awaited<ReturnType<typeof openFakeToyProvider>>

/** A toy provider with one toy, where the test decides each answer. */
export async function openFakeToyProvider() {
  const requests: ToyRequest[] = []
  const zeros: ToyRequest[] = []
  const held: (() => void)[] = []
  let open = 0
  let mostOpen = 0
  let toy = { level: 0, until: 0 }
  const provider = {
    base: '',
    requests,
    /** The commands that set all functions to 0, which `reply` does not decide. */
    zeros,
    takesZeros: true,
    /** Sets the function that decides each answer, by the request's index. */
    reply: (_request: ToyRequest, _index: number): FakeToyReply | Promise<FakeToyReply> => 200,
    mostOpen: () => mostOpen,
    level: () => (performance.now() < toy.until ? toy.level : 0),
    stops: () => requests.filter(({ asks }) => asks === 'stop'),
    runs: () => requests.filter(({ asks }) => asks !== 'stop'),
    /** Carries out the requests that were held, even if the client no longer waits for the answer. */
    release: () => held.splice(0).forEach(carryOut => carryOut()),
    close: () => server.close(),
  }
  const server = await openHttpServer((incoming, response) => {
    const take = async () => {
      const body = (await json(incoming)) as Record<string, unknown>
      const request: ToyRequest = { at: performance.now(), body, asks: askedBy(body), aborted: false }
      const isZero = body['action'] === 'All:0'
      const index = (isZero ? zeros : requests).push(request) - 1
      open += 1
      mostOpen = Math.max(mostOpen, open)
      response.once('close', () => {
        open -= 1
        request.aborted = !response.writableFinished
      })
      const zeroReply = provider.takesZeros ? 200 : 506
      const reply = isZero ? zeroReply : await provider.reply(request, index)
      const carryOut = () => {
        toy = {
          level: request.asks === 'stop' || isZero ? 0 : request.asks,
          until: performance.now() + runsFor(body),
        }
        answer(response, 200)
      }
      if (reply === 'hold') held.push(carryOut)
      else if (reply === 200) carryOut()
      else answer(response, reply)
    }
    take().catch(() => response.destroy())
  })
  provider.base = server.url
  return provider
}

const askedBy = ({ action }: Record<string, unknown>): ToyRequest['asks'] =>
  action === 'Stop' ? 'stop' : Number(/^Vibrate:(\d+)$/.exec(String(action))?.[1])

/** 0 means without end. */
const runsFor = ({ timeSec }: Record<string, unknown>): number => (Number(timeSec) || Infinity) * 1000

function answer(response: ServerResponse, reply: Exclude<FakeToyReply, 'hold'>): void {
  const { status, text } =
    typeof reply === 'number'
      ? { status: 200, text: JSON.stringify({ result: reply === 200, code: reply, message: 'planned' }) }
      : reply
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
