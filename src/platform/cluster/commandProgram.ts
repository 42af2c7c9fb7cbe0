import { StartupError } from '../config.ts'

/** The exit code of a program that never came to its end, as Node has it for a module. */
export const UNSETTLED = 13

/**
 * Runs the program of a command. An error that whoever runs it can mend is printed as one line, and it exits with 1; any other ends it with
 * its stack.
 * @param canMend whether it is one of those
 */
export async function runCommandProgram(
  program: () => Promise<void>,
  canMend: (error: unknown) => boolean = error => error instanceof StartupError,
): Promise<void> {
  process.exitCode = UNSETTLED
  try {
    await program()
    if (process.exitCode === UNSETTLED) process.exitCode = 0
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof Error && canMend(error))) throw error
    process.stderr.write(`${error.message}\n`)
  }
}
