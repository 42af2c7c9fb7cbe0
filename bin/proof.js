#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { root } from './paths.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'

/** Commands that take hours of an otherwise idle machine, with the arguments of each. */
const proofs = [
  ['chaos', 'tests/chaos/faults/run.ts'],
  ['chaos:upgrade', 'tests/upgrade/versionBefore.ts', '--rolling'],
  ['chaos:soak', 'tests/chaos/soak.ts'],
  ['chaos:ha', 'tests/chaos/ha/run.ts'],
  ['attack', 'tests/attack/run.ts'],
  ['fuzz', 'tests/fuzz/run.ts', '--requests', '1000000'],
  ['simulate', 'tests/simulation/run.ts', '--minutes', '30'],
  ['simulate', 'tests/simulation/run.ts', '--mutations'],
]

/** `npm run proof`: the proofs that a release needs beside `.ci/run`. Runs all, and fails when one did; `-- PATTERN` runs those that match. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  const pattern = new RegExp(process.argv[2] ?? '')
  /** @type {string[]} */
  const failed = []
  for (const [name = '', ...program] of proofs.filter(([each = '']) => pattern.test(each))) {
    console.log(`\n${name} ${program.slice(1).join(' ')}`)
    const child = spawn(localNode(), program, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? '\nall held' : `\nfailed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
})
