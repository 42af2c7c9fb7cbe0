import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './paths.js'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

const KILL_AFTER_MS = 2_000
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Ends the running programs with SIGTERM, or SIGKILL after 2 s (npm ignores SIGTERM while it installs), then this process. @param {NodeJS.Signals} signal */
function stop(signal) {
  const exits = [...running].map(child => once(child, 'exit'))
  for (const child of running) child.kill('SIGTERM')
  void Promise.race([Promise.all(exits), pause(KILL_AFTER_MS)]).then(() => {
    for (const child of running) child.kill('SIGKILL')
    process.exit(128 + constants.signals[signal])
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function begin(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, stop)
  running.add(child)
}

/** @param {import('node:child_process').ChildProcess} child */
function end(child) {
  running.delete(child)
  if (running.size === 0) for (const signal of signals) process.off(signal, stop)
}

/**
 * Runs a program, in the project's folder unless told otherwise, and captures its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<{ code: number, output: string }>} 127 when it could not be started
 */
export function runProgram(program, args, { cwd = root, env = process.env, shell = false, onStart } = {}) {
  return new Promise(resolve => {
    let output = ''
    const child = spawn(program, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    begin(child)
    if (child.pid !== undefined) onStart?.(child.pid)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => (output += text))
    child.on('error', error => {
      end(child)
      resolve({ code: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code, signal) => {
      end(child)
      resolve({ code: code ?? 1, output: signal ? `${output}ended by ${signal}\n` : output })
    })
  })
}
