#!/usr/bin/env node
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { localNode } from './local-node.js'
import { inRoot } from './paths.js'
import { runProgram } from './run-program.js'
import { stopWhenOrphaned } from './stop-when-orphaned.js'

/** `npm run test:upgrade`: the tests of calls of the version before, on the schema of this one; `-- COMMIT` names another. */
await runCommand(async () => {
  stopWhenOrphaned()
  await ensureInstalled()
  const { code, output } = await runProgram(localNode(), [
    inRoot('tests/upgrade/versionBefore.ts'),
    ...process.argv.slice(2),
  ])
  process.stdout.write(output)
  return code
})
