import { describe, expect, it, type TestContext } from 'vitest'
import { openFakeToyProvider } from '../../../tests/support/fakeToyProvider.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import type { ToyFunction } from './contract.ts'
import { patternFunctions, functionLevels } from './function.rules.ts'
import { ToyCommandError } from './gateway.ts'
import { lovenseGateway } from './lovense.gateway.ts'

async function open({ onTestFinished }: TestContext) {
  const provider = await openFakeToyProvider()
  onTestFinished(() => provider.close())
  const gateway = lovenseGateway({
    apiBase: () => provider.base,
    token: 'a token',
    log: createLog('silent'),
  })
  const run = (functions: ToyFunction[], strengths: number[], signal = AbortSignal.timeout(5000)) =>
    gateway.run(
      target,
      {
        strengths,
        stepMs: 200,
        levels: functionLevels(functions, strengths[0] ?? 0),
        followers: patternFunctions(functions),
        word: { sessionId: 's', generation: 1 },
        cap: 20,
      },
      2,
      signal,
    )
  const steady = (signal?: AbortSignal) => run(['Vibrate'], [16], signal)
  return { provider, gateway, run, steady }
}

const target = { provider: 'LOVENSE', uid: 'u', toyId: 't' } as const

describe.concurrent('a command', () => {
  it('is sent as the provider documents it', async context => {
    const { provider, gateway, run, steady } = await open(context)
    await steady()
    await run(['Vibrate'], [20, 20, 5])
    await gateway.stop(target, AbortSignal.timeout(5000))
    const everywhere = { token: 'a token', uid: 'u', toy: 't' }
    expect(provider.requests.map(({ body }) => body)).toEqual([
      {
        ...everywhere,
        command: 'Function',
        action: 'Vibrate:16',
        timeSec: 2,
        stopPrevious: 1,
        apiVer: 1,
      },
      {
        ...everywhere,
        command: 'Pattern',
        rule: 'V:1;F:v;S:200#',
        strength: '20;20;5',
        timeSec: 2,
        apiVer: 2,
      },
      { ...everywhere, command: 'Function', action: 'Stop', timeSec: 0, apiVer: 1 },
    ])
  })

  it.for<[string, ToyFunction[], string, string]>([
    ['nora', ['Vibrate', 'Rotate'], 'Vibrate:15,Rotate:15', 'V:1;F:v,r;S:200#'],
    ['max', ['Vibrate', 'Pump'], 'Vibrate:15,Pump:2', 'V:1;F:v;S:200#'],
    ['gravity', ['Vibrate', 'Thrusting'], 'Vibrate:15,Thrusting:15', 'V:1;F:v,t;S:200#'],
    ['solace', ['Thrusting', 'Depth'], 'Thrusting:15,Depth:2', 'V:1;F:t;S:200#'],
  ])('runs all functions of a %s', async ([, functions, action, rule], context) => {
    const { provider, run } = await open(context)
    await run(functions, [15])
    await run(functions, [20, 0, 5])
    expect(provider.requests.map(({ body }) => body)).toEqual([
      expect.objectContaining({ command: 'Function', action, stopPrevious: 1 }),
      expect.objectContaining({ command: 'Pattern', rule, strength: '20;0;5' }),
    ])
  })

  it('sends the current strength to a toy that can follow no pattern', async context => {
    const { provider, run } = await open(context)
    await run(['Pump', 'Depth'], [20, 0, 5])
    expect(provider.requests[0]?.body).toMatchObject({ command: 'Function', action: 'Pump:2,Depth:3' })
  })

  it('is retried once when it woke the app', async context => {
    const { provider, steady } = await open(context)
    provider.reply = (_, index) => (index === 0 ? 507 : 200)
    await steady()
    expect(provider.level()).toBe(16)
    expect(provider.requests).toHaveLength(2)
  })

  it('to an app that stays offline fails after two attempts', async context => {
    const { provider, steady } = await open(context)
    provider.reply = () => 507
    await expect(steady()).rejects.toEqual(expect.objectContaining({ name: 'ToyCommandError', code: 507 }))
    expect(provider.requests).toHaveLength(2)
  })

  it('that was superseded is not retried', async context => {
    const { provider, steady } = await open(context)
    const stopped = new AbortController()
    provider.reply = () => {
      setTimeout(() => stopped.abort(), 20)
      return 507
    }
    await expect(steady(stopped.signal)).rejects.toBeInstanceOf(ToyCommandError)
    expect(provider.requests).toHaveLength(1)
  })

  it.for([400, 404, 429, 501, 502, 503, 506])(
    'refused with %i is tried once, and its error has the reason',
    async (code, context) => {
      const { provider, steady } = await open(context)
      provider.reply = () => code
      await expect(steady()).rejects.toEqual(expect.objectContaining({ name: 'ToyCommandError', code }))
      expect(provider.requests).toHaveLength(1)
    },
  )

  it('fails by the code in the answer, not by the HTTP status', async context => {
    const { provider, steady } = await open(context)
    provider.reply = () => ({ status: 500, text: '{"code":"200","result":true}' })
    await steady()
    provider.reply = () => ({ status: 200, text: '{"code":503}' })
    await expect(steady()).rejects.toEqual(expect.objectContaining({ code: 503 }))
  })

  it.for(['', 'null', '<html>', '{"result":true}', '{"code":null}', '{"code":"ok"}', '[]'])(
    'answered with %j counts as not answered',
    async (text, context) => {
      const { provider, steady } = await open(context)
      provider.reply = () => ({ status: 200, text })
      await expect(steady()).rejects.toEqual(expect.objectContaining({ name: 'ToyCommandError', code: null }))
    },
  )

  it('fails without a configured provider, and so does a QR code', async context => {
    const { provider, gateway, steady } = await open(context)
    const base = provider.base
    provider.base = 'http://127.0.0.1:1'
    await expect(steady()).rejects.toBeInstanceOf(ToyCommandError)
    const owner = { uid: 'u', utoken: 'x' }
    await expect(gateway.pair(owner)).rejects.toEqual(
      expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }),
    )
    provider.base = base
  })
})

describe.concurrent('a QR code', () => {
  it('tells the provider a random number, and nothing of the creator', async context => {
    const { provider, gateway } = await open(context)
    const data = { qr: 'https://example.org/q.jpg', code: 'x' }
    provider.reply = () => ({ status: 200, text: JSON.stringify({ code: 0, data }) })
    await gateway.pair({ uid: 'u', utoken: 'x' })
    expect(provider.requests.map(({ body }) => body)).toEqual([
      { token: 'a token', uid: 'u', uname: 'u', utoken: 'x', v: 2 },
    ])
  })

  it.for([
    '{"code":0,"data":{"qr":"javascript:alert(1)","code":"x"}}',
    '{"code":0,"data":{"qr":"https://example.org/q.jpg","code":""}}',
    '{"code":0,"data":{}}',
    '{"code":501,"message":"Invalid token"}',
    '{"code":200,"data":{"qr":"https://example.org/q.jpg","code":"x"}}',
  ])('is invalid as %s', async (text, context) => {
    const { provider, gateway } = await open(context)
    provider.reply = () => ({ status: 200, text })
    const owner = { uid: 'u', utoken: 'x' }
    await expect(gateway.pair(owner)).rejects.toEqual(
      expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }),
    )
  })
})
