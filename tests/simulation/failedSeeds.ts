import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'failedSeeds.json')

/** The seeds that ever failed. */
export const readFailedSeeds = (): string[] => JSON.parse(readFileSync(file, 'utf8')) as string[]

export function keepFailedSeed(seed: string): void {
  const known = readFailedSeeds()
  if (!known.includes(seed)) writeFileSync(file, `${JSON.stringify([...known, seed], null, 2)}\n`)
}
