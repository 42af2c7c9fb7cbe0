import { get } from 'node:http'
import { readConfig, StartupError } from '../../platform/config.ts'

const TIMEOUT_MS = 4000

/** The `HEALTHCHECK` of the image: exits with 0 when the server of this environment can serve requests, else prints why and exits with 1. */
try {
  const { host, port } = readConfig(process.env)
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const request = get({ host: reached, port, path: '/readyz', timeout: TIMEOUT_MS }, response => {
    process.exitCode = response.statusCode === 200 ? 0 : 1
    response.pipe(process.stdout)
  })
  request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)))
  request.on('error', error => report(error.message))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  report(error.message)
}

function report(reason: string): void {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}
