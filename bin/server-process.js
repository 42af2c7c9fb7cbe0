import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inRoot, root } from './paths.js'

/**
 * Half of V8's default for new objects: a node holds less, and renders as many pages. With 8 MB a member's page took a sixth more
 * processor time (`npm run bench:pages`). The old generation is collected when it has grown by two fifths, instead of to four times the
 * memory in use, which costs 2 % of the processor time of pages. V8 gets two threads instead of Node's four, which mark garbage: on two
 * cores they took the time of live commands (`npm run bench:live`). All objects begin as new ones: otherwise V8 allocates objects among the
 * old ones whose like have often lived long, such as the frame buffers of a thousand sockets, and objects that those refer to are kept
 * until the next full collection. V8 compiles WebAssembly on one thread at a time: on two they took both cores, and a start with the
 * embedded database a sixth longer. A release has these flags as they are here, so they don't depend on the machine.
 */
export const nodeFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
  '--v8-pool-size=2',
  '--no-allocation-site-pretenuring',
  '--wasm-num-compilation-tasks=1',
]

/**
 * glibc gives threads heaps of their own, up to eight for each core, and returns little of the memory that pictures and compression leave
 * in them: half of a node's memory under load (`npm run chaos:soak`). A block larger than the threshold, such as a page, goes back to the
 * system when it is freed, instead of staying in glibc's heap. Elsewhere they mean nothing.
 */
export const nodeVariables = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' }

/** Longer than the server's own limit (`src/app/runNode.ts`); 5 and 30 are their values in production. */
const KILL_AFTER_MS =
  20_000 +
  1000 * ((Number(process.env['DRAIN_SECONDS']) || 5) + (Number(process.env['DOWNLOAD_DRAIN_SECONDS']) || 30))
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Starts the server. It stops when its IPC channel to us closes, so that even a killed launcher leaves no server behind, and sends `ready` over it
 * when it serves.
 * @param {string} node
 * @param {string} program its sources, or those of a build
 * @param {NodeJS.ProcessEnv} env added to our own
 */
export const startServer = (node, program, env) =>
  spawn(node, [...nodeFlags, program], {
    cwd: root,
    // Node's compile cache makes the next start faster.
    env: {
      NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
      ...nodeVariables,
      ...process.env,
      ...env,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })

/**
 * Waits for a server to exit, and forwards signals to it.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<number>} its exit code; 0 also when it ended by the SIGTERM that we sent
 */
export function waitForExit(server) {
  return new Promise((resolve, reject) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) return
      isStopping = true
      stopGracefully(server)
    }
    for (const signal of signals) process.on(signal, stop)
    server.on('error', reject)
    server.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, stop)
      resolve(code ?? (isStopping && signal === 'SIGTERM' ? 0 : 128 + constants.signals[signal ?? 'SIGKILL']))
    })
  })
}

/** Sends SIGTERM, and SIGKILL when the server takes longer than it may. @param {import('node:child_process').ChildProcess} server */
export function stopGracefully(server) {
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), KILL_AFTER_MS)
  server.once('exit', () => clearTimeout(timer))
}
