import { StartupError } from './config.ts'

/**
 * Runs a program. An error that whoever runs it can mend is printed as one line, and the program exits with 1; any other ends it with
 * its stack.
 * @param canMend whether it is one of those
 */
export function runProgram(
  program: () => Promise<void>,
  canMend: (error: unknown) => boolean = error => error instanceof StartupError,
): void {
  program().catch((error: unknown) => {
    if (!(error instanceof Error && canMend(error))) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
