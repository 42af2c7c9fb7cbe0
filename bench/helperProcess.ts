import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface HelperProcess {
  pid: number
  /** Sends one request; the next message is its answer. */
  request<T>(question: object): Promise<T>
  stop(): Promise<void>
}

/** Starts another file of this folder as a process, which sends `ready` first and then answers one request at a time. */
export async function startHelperProcess(
  file: string,
  env: Record<string, string> = {},
): Promise<HelperProcess> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  const answer = () =>
    Promise.race([
      once(child, 'message').then(([message]) => message as unknown),
      ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${String(code)}`))),
    ])
  await answer()
  return {
    pid: child.pid as number,
    request: async question => {
      const answered = answer()
      child.send(question)
      return (await answered) as never
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The helper's side of it. */
export function handleRequests(answer: (question: never) => unknown): void {
  process.on('message', question => {
    Promise.resolve(answer(question as never)).then(
      answered => process.send?.(answered ?? null),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

/** The memory of a process, in kilobytes. */
export const residentKilobytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** The processor time of a process and its threads so far, in milliseconds. */
export function cpuMs(pid: number): number {
  // After the command's name, which may have spaces: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10
}
