#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run earnings:verify`: checks two statements of a creator and what lies between them, and exits with 1 when they disagree. */
await runBuiltProgram('earningsVerify')
