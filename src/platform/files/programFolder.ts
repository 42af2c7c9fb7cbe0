import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The project's folder, which holds files that are read at run time: the code lies elsewhere in a build than in the sources. */
export const programFolder = dirname(findPackageJSON(import.meta.url) ?? process.cwd())
