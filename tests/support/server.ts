import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programIn } from '../../bin/builds.js'
import { nodeFlags, nodeVariables } from '../../bin/server-process.js'
import { freePort } from './port.ts'

const root = join(import.meta.dirname, '../..')
/** The variable with a folder that has the demo data already: making it is half of the work of a first start. */
export const DEMO_TEMPLATE = 'GLOED_TEST_DEMO'
/** A first start takes seconds; a machine may do ten other things. */
const READY_MS = 240_000
const STOP_MS = 25_000

export interface ServerProcess {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
  /** Its output so far. */
  logs(): string
  /** Closes the pipes that its output goes to, as a log reader that crashes does. */
  closeLogs(): void
  /** Sends SIGTERM, as a deployment does. @returns its exit code */
  stop(): Promise<number | null>
  /** `kill -9`, without a clean stop. */
  kill(): Promise<void>
}

/**
 * Starts the real server process on a port and a folder of its own, and waits until `/readyz` answers 200.
 * @param options.env added to a clean environment, such as `BUILD_DIR` or `DATABASE_URL`
 * @param options.dataDir to start again with the data of an earlier server; the caller removes it
 * @param options.port to start again at the same address
 * @param options.name the host name in its address, instead of an IP address
 * @throws Error with its logs when it ends or isn't ready within four minutes.
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string; port?: number; name?: string } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await newDataDir())
  const port = options.port ?? (await freePort())
  const origin = `http://${options.name ?? '127.0.0.1'}:${port}`
  const named = options.name === undefined ? {} : { PUBLIC_URL: origin }
  const child = spawn(process.execPath, [...nodeFlags, programOf('server', options.env?.['BUILD_DIR'])], {
    cwd: root,
    env: environment({ DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ...named, ...options.env }),
    // The server ends when the IPC channel closes, so that killed tests leave no server behind.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = collect(child)
  const ended = once(child, 'exit').then(() => child.exitCode)
  const tidy = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  try {
    await untilReady(origin, child)
  } catch (error) {
    await kill()
    await tidy()
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  }
  return {
    origin,
    dataDir,
    pid: child.pid as number,
    logs: output,
    closeLogs: () => [child.stdout, child.stderr].forEach(stream => stream?.destroy()),
    kill: async () => {
      await kill()
      await tidy()
    },
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      child.kill('SIGTERM')
      const code = await ended
      clearTimeout(timer)
      await tidy()
      return code
    },
  }
}

/** One of our programs: of the build under test, else its sources. */
export const programOf = (
  name: 'server' | 'admin' | 'checkLive' | 'backup' | 'restore' | 'mediaMove' | 'keysRotate',
  build = process.env['BUILD_DIR'],
): string => {
  if (build) return programOfBuild(build, name)
  return name === 'server' ? 'src/app/server.ts' : `src/app/commands/${name}.ts`
}

/** The programs of an earlier version are ES modules. */
function programOfBuild(build: string, name: Parameters<typeof programIn>[1]): string {
  const program = programIn(build, name)
  return existsSync(program) ? program : program.replace(/\.cjs$/, '.js')
}

/** A folder for a server's data, with the demo data where the tests have made it already; the caller removes it. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gloed-data-'))
  const template = process.env[DEMO_TEMPLATE]
  if (template) await cp(template, dataDir, { recursive: true })
  return dataDir
}

/** The variables that the system needs, without those of the developer's own shop. */
function environment(own: Record<string, string>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'TZ', 'BUILD_DIR']
  const system = kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')
  return { ...Object.fromEntries(system), NODE_COMPILE_CACHE, LOG_LEVEL: 'info', ...nodeVariables, ...own }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return () => output
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready.`)
    }
    if (await isReady(origin)) return
    await pause(50)
  }
  throw new Error('The server was not ready within four minutes.')
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    answer => answer.ok,
    () => false,
  )
