import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** How long fresh seeds are played; `npm run simulate` plays as long as one likes. */
const MINUTES = 2
/** A run that fails is made smaller, which takes its time. */
const TIMEOUT_MS = (MINUTES + 8) * 60_000

it(
  'finds nothing wrong in any order of statements, messages and faults',
  async () => {
    // A process of its own, because it replaces the clock.
    const args = [join(import.meta.dirname, 'run.ts'), '--minutes', String(MINUTES)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code, output).toBe(0)
    expect(Number(/(\d+) of them with fresh seeds: nothing wrong/.exec(output)?.[1]), output).toBeGreaterThan(
      0,
    )
  },
  TIMEOUT_MS,
)
