#!/usr/bin/env node
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'
import { runProgram } from './run-program.js'

/** `npm run check:live`: what the shop that runs here still needs before it opens; exits with 1 while something is open. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled({ withoutDev: process.env.NODE_ENV === 'production' })
  const { code, output } = await runProgram(localNode(), ['src/app/checkLive.ts'])
  process.stdout.write(output)
  return code
})
