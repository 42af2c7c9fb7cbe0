import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inRoot, root } from './place.js'

const PATIENCE_MS = 20_000
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Starts `src/app/server.ts`. Its channel to us is its lifeline: the server stops when it closes, so that not even a killed
 * launcher leaves one behind.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env added to our own
 */
export const startServer = (node, env) =>
  spawn(node, ['src/app/server.ts'], {
    cwd: root,
    // What Node made of our sources is kept, so that the next start needn't read them all again.
    env: { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'), ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })

/**
 * Waits for a server to end, passing on every request to stop.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<number>} its exit code; 0 also when it ended by the signal that we passed on
 */
export function untilStopped(server) {
  return new Promise((resolve, reject) => {
    let asked = false
    const stop = () => {
      if (asked) return
      asked = true
      askToStop(server)
    }
    for (const signal of signals) process.on(signal, stop)
    server.on('error', reject)
    server.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, stop)
      resolve(code ?? (asked && signal === 'SIGTERM' ? 0 : 128 + constants.signals[signal ?? 'SIGKILL']))
    })
  })
}

/** Once, gently; a server that doesn't end in time is killed. @param {import('node:child_process').ChildProcess} server */
export function askToStop(server) {
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), PATIENCE_MS)
  server.once('exit', () => clearTimeout(timer))
}
