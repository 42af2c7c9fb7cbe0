import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from '../../bin/builds.js'
import { localNode } from '../../bin/local-node.js'
import { startCaddy } from '../support/caddy.ts'
import { freePort } from '../support/port.ts'
import { visitMeanwhile } from './otherVisitor.ts'
import { judgeFindings, type FinishedAttack } from './reviewed.ts'
import { openTarget } from './target.ts'
import { attacksOn, type Attack } from './tools.ts'

/**
 * `npm run attack`: attackers' tools of Debian (`wapiti sqlmap slowhttptest testssl.sh nikto`) against a shop as in production, on this
 * machine only. `-- PATTERN` runs those whose name matches. Reports are in `test-results/attack`; a tool that is absent is said. Ends with
 * 1 when a tool finds something that reviewed.ts does not have.
 */
const PATTERN = new RegExp(process.argv[2] ?? '')
const reports = join(import.meta.dirname, '../../test-results/attack')

process.env['BUILD_DIR'] ??= await ensureBuilt(localNode())
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const target = await openTarget()
const proxy = `https://localhost:${await freePort()}`
const nodes = [new URL(target.origin).host]
const stopCaddy = await startCaddy({ folder: join(reports, 'caddy'), origin: proxy, nodes })
const played: FinishedAttack[] = []
try {
  const calls = (await target.readCalls()).filter(path => !path.includes('/live/socket'))
  const list = join(reports, 'calls.txt')
  const withQuery = calls.filter(path => path.includes('?'))
  writeFileSync(list, withQuery.map(path => `${target.origin}${path}\n`).join(''))
  for (const attack of attacksOn({ ...target, node: target.origin, proxy, calls, list }))
    if (PATTERN.test(attack.name)) await play(attack)
} finally {
  stopCaddy()
  writeFileSync(join(reports, 'node.log'), target.server.logs())
  await target.close()
}
const { isGood, lines } = judgeFindings(played)
for (const line of lines) console.log(line)
process.exitCode = isGood ? 0 : 1

async function play(attack: Attack): Promise<void> {
  const folder = join(reports, attack.name)
  mkdirSync(folder)
  const stopVisits = visitMeanwhile(`${target.origin}/auth`)
  const { server } = target
  const [logged, before] = [server.logs().length, usageOf(server.pid)]
  const ran = await run(attack, folder)
  const visits = await stopVisits()
  if (!ran) return console.log(`${attack.name}: ${attack.program} is not installed`)
  writeFileSync(join(folder, 'output.txt'), ran.output)
  const failures = server.logs().slice(logged).split('"request failed"').length - 1
  const { processor, memory } = usageOf(server.pid)
  const { answered, failures: unanswered, median, slowest } = visits
  const found = [
    ...readFindings(attack, folder, ran.output),
    ...(ran.wasEnded ? [`was ended after ${attack.limit} s, before it had tried all`] : []),
    ...(failures > 0 ? [`${failures} errors of the node`] : []),
    ...[...new Set(unanswered)].map(failure => `another visitor: ${failure}`),
    ...(unanswered.length * 10 > answered
      ? [
          `another visitor: more than a tenth was not answered: ${unanswered.length} of ${answered + unanswered.length}`,
        ]
      : []),
  ]
  played.push({ name: attack.name, findings: found })
  console.log(
    `${attack.name}: ${ran.seconds} s${ran.wasEnded ? ' (ended)' : ''}, ${found.length} findings, ${failures} errors of the node, ` +
      `which took ${Math.round(processor - before.processor)} s of a processor and has ${memory} MB; others: ${answered} answered, ${unanswered.length} not, median ${median} ms, slowest ${slowest} ms`,
  )
  for (const line of found) console.log(`  ${line}`)
}

function readFindings(attack: Attack, folder: string, output: string): string[] {
  try {
    return attack.findings(folder, output)
  } catch (error) {
    return [`its report can't be read: ${String(error)}`]
  }
}

/** Seconds of a processor that a process took so far, and megabytes that it has. */
function usageOf(pid: number): { processor: number; memory: number } {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return {
    processor: ticks.reduce((sum, each) => sum + Number(each) / 100, 0),
    memory: Math.round((Number(pages) * 4096) / 1024 ** 2),
  }
}

/** @returns undefined when the tool is not installed */
async function run({ program, args, limit }: Attack, folder: string) {
  const start = performance.now()
  // A group of its own, so that the tool's own processes end with it.
  const child = spawn(program, args(folder), {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, TERM: 'dumb' },
  })
  const isStarted = await once(child, 'spawn').then(
    () => true,
    () => false,
  )
  if (!isStarted) return undefined
  let wasEnded = false
  const timer = setTimeout(() => {
    wasEnded = true
    process.kill(-(child.pid as number), 'SIGKILL')
  }, limit * 1000)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  clearTimeout(timer)
  return {
    output: stripVTControlCharacters(out + errors),
    wasEnded,
    seconds: Math.round((performance.now() - start) / 1000),
  }
}
