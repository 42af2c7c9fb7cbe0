import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface Program {
  pid: number
  signal(name: NodeJS.Signals): void
  /** Ends it with SIGKILL, also when it is frozen. */
  kill(): Promise<void>
}

/** Starts a program of the machine, whose output goes to a file. */
export function startProgram(command: string, args: string[], log: string, cwd = '/'): Program {
  const output = openSync(log, 'a')
  const child: ChildProcess = spawn(command, args, { cwd, stdio: ['ignore', output, output] })
  const ended = once(child, 'exit')
  return {
    pid: child.pid as number,
    signal: name => void child.kill(name),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

/** Waits until a check succeeds. @throws its last error, or one that names the check, after `limitMs` */
export async function until(what: string, limitMs: number, check: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const result = await check().catch((error: unknown) => error)
    if (result && !(result instanceof Error)) return
    if (Date.now() > deadline) throw new Error(`${what}: not within ${limitMs} ms`, { cause: result })
    await pause(100)
  }
}

/** @returns the JSON of an address, whatever the status @throws when it does not answer within a second */
export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
  return (await response.json()) as T
}
