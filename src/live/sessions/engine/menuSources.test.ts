import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { liveEntry } from '../../../../tests/support/liveEntry.ts'
import { openMenu } from '../../menu/rules.ts'
import { namedPatterns } from '../../toys/pattern.rules.ts'
import { Problem } from '../../../wire/problem.ts'
import { ControlCommand } from '../contract.ts'
import { ClientFrame } from '../socket.contract.ts'
import type { LiveSession, SessionWithToy } from './sessionState.rules.ts'
import { createToyCommand, isOnMenu, permit, toyOutput } from './toyCommand.rules.ts'

const command = (change: object) => ControlCommand.parse({ toyDeviceId: 't', ...change })
const slider = command({ command: 'vibrate', intensity: 20 })
const named = command({ command: 'pattern', pattern: 'climb' })
const quick = command({ command: 'pattern', pattern: 'pulse' })
const unnamed = command({ command: 'pattern' })
const recorded = command({ command: 'pattern', pattern: '~uuuuuaaaaa' })

type Toy = SessionWithToy['toy']
const tight: Record<
  string,
  { toy: Partial<Toy>; metered?: number; refuses: (wanted: ControlCommand) => boolean; most: number }
> = {
  'a function off': { toy: { menuFunctions: ['Vibrate'] }, refuses: () => false, most: 20 },
  'all functions off': { toy: { menuFunctions: [] }, refuses: () => true, most: 0 },
  'the pattern off': {
    toy: { menu: { ...openMenu, patterns: ['wave'] } },
    refuses: wanted => wanted.command === 'pattern' && !wanted.pattern?.startsWith('~'),
    most: 20,
  },
  'own patterns off': {
    toy: { menu: { ...openMenu, ownPatterns: false } },
    refuses: wanted => wanted.pattern?.startsWith('~') ?? false,
    most: 20,
  },
  'a cap': { toy: { maxIntensity: 6 }, refuses: () => false, most: 6 },
  'a warm-up': {
    toy: { menu: { ...openMenu, warmUp: { from: 4, minutes: 10 } } },
    metered: 60_000,
    refuses: () => false,
    most: 5,
  },
}

/** A session on a toy with two functions, under a menu. */
function entryWith(toy: Partial<Toy>, meteredMs = 0, provider: Toy['provider'] = 'LOVENSE'): LiveSession {
  const entry = liveEntry({ mayRun: true, isOurs: true })
  Object.assign(entry.current.toy, { functions: ['Vibrate', 'Rotate'], provider }, toy)
  entry.current.session.meteredMs = meteredMs
  return entry
}

type Sent = ReturnType<typeof toyOutput> | 'refused' | 'stopped'
type Rule = (typeof tight)[string]

const now = new Date()
const send = (toyCommand: ReturnType<typeof createToyCommand>): Sent =>
  permit(toyCommand, now, 0) === 'run' ? toyOutput(toyCommand, 0, 2000) : 'stopped'

/** As `runCommandHere` does, for a command of this node or of another. */
function fromCommand({ toy, metered }: Rule, wanted: ControlCommand, provider?: Toy['provider']): Sent {
  try {
    return send(createToyCommand(entryWith(toy, metered, provider), wanted))
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_ON_MENU') return 'refused'
    throw error
  }
}

/** A command from before the menu became tighter. */
function fromEarlier({ toy, metered = 0 }: Rule, wanted: ControlCommand): Sent {
  const entry = entryWith({})
  const running = createToyCommand(entry, wanted)
  Object.assign(entry.current.toy, toy)
  entry.current.session.meteredMs = metered
  return send(running)
}

/** As `resumeSessionToy` does with the output that another node handed over. */
function fromHandover(rule: Rule, wanted: ControlCommand): Sent {
  const entry = entryWith(rule.toy, rule.metered)
  return isOnMenu(entry, wanted.pattern ?? null) ? send(createToyCommand(entry, wanted)) : 'refused'
}

/** Each source of output. */
const sources: Record<string, (rule: Rule) => [ControlCommand, Sent]> = {
  'the slider': rule => [slider, fromCommand(rule, slider)],
  'a named pattern': rule => [named, fromCommand(rule, named)],
  'a pattern without a name': rule => [unnamed, fromCommand(rule, unnamed)],
  'a quick action': rule => [quick, fromCommand(rule, quick)],
  'a recorded pattern': rule => [recorded, fromCommand(rule, recorded)],
  'a bridged toy': rule => [named, fromCommand(rule, named, 'BUTTPLUG')],
  'a handed over slider': rule => [slider, fromHandover(rule, slider)],
  'a handed over pattern': rule => [named, fromHandover(rule, named)],
  'a handed over recording': rule => [recorded, fromHandover(rule, recorded)],
  'a renewed slider': rule => [slider, fromEarlier(rule, slider)],
  'a renewed pattern': rule => [named, fromEarlier(rule, named)],
  'a renewed recording': rule => [recorded, fromEarlier(rule, recorded)],
}

describe.each(Object.entries(tight))('under %s', (name, rule) => {
  it.each(Object.entries(sources))('%s gives no more output than the menu allows', (_, source) => {
    const [wanted, sent] = source(rule)
    if (sent === 'refused' || sent === 'stopped') {
      // A running command that used a function that is off now is stopped, and begun anew by its player.
      const isFunction = name === 'a function off' && sent === 'stopped'
      return expect(rule.refuses(wanted) || isFunction).toBe(true)
    }
    expect(rule.refuses(wanted)).toBe(false)
    expect(Math.max(...sent.strengths)).toBeLessThanOrEqual(rule.most)
    expect(sent.cap).toBeLessThanOrEqual(rule.most)
    const levels = Object.fromEntries(sent.levels)
    expect(Object.keys(levels)).toEqual(['Vibrate', 'Rotate'])
    if (name === 'a function off') {
      expect(levels['Rotate']).toBe(0)
      expect(sent.followers).toEqual(['Vibrate'])
    }
  })
})

const source = (path: string) => readFileSync(path, 'utf8')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  path => /\.tsx?$/.test(path) && !path.includes('.test.'),
)
/** The files with a call, each with its number of calls. */
const callers = (call: RegExp) =>
  Object.fromEntries(
    files
      .map(path => [path, (source(`src/${path}`).match(call) ?? []).length] as const)
      .filter(([, count]) => count > 0),
  )

it('the table knows each source: a new one belongs in it', () => {
  const engine = 'live/sessions/engine'
  expect(callers(/(?<!function )createToyCommand\(/g), 'a command').toEqual({
    // The second one forwards it to the node that makes the output.
    [`${engine}/command.service.ts`]: 2,
    [`${engine}/toyControl.service.ts`]: 1,
  })
  expect(callers(/sessionQueue\([^)]*\)\.submit\(/g), 'a queue').toEqual({
    [`${engine}/command.service.ts`]: 1,
    [`${engine}/toyControl.service.ts`]: 1,
  })
  const queue = { [`${engine}/toyCommandQueue.service.ts`]: 1 }
  expect(callers(/(?<!function )toyOutput\(/g), 'an output').toEqual(queue)
  expect(callers(/[dD]river\.run\(/g), 'a request to a provider').toEqual(queue)
  expect(callers(/(?<!function )runCommand\(/g), 'a player').toEqual({
    'live/sessions/routes.ts': 1,
    [`${engine}/socketFrames.service.ts`]: 1,
  })
  expect(callers(/(?<!function )runCommandHere\(/g), 'a node').toEqual({
    [`${engine}/command.service.ts`]: 2,
    [`${engine}/sessionController.service.ts`]: 1,
  })
  const frames = ClientFrame.options.map(({ shape }) => shape.type.value)
  expect(frames, 'a frame').toEqual(['command', 'heartbeat', 'bridge', 'bridging', 'done'])
  expect(ControlCommand.shape.command.options).toEqual(['vibrate', 'pattern', 'stop'])
  expect(Object.keys(namedPatterns)).toEqual(expect.arrayContaining(['climb', 'pulse']))
})
