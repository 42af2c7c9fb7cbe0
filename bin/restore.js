#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run restore -- [BACKUP]`: fills an empty shop from a backup; `--rehearse` does it for trial. */
await runBuiltProgram('restore')
