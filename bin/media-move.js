#!/usr/bin/env node
import { runBuiltProgram } from './built-program.js'

/** `npm run media:move`: copies files from the data folder to S3, while the shop serves; may be run again until nothing is left. */
await runBuiltProgram('mediaMove')
