import type { ToyFunction } from '../toys/contract.ts'
import { toyFunctions } from '../toys/function.rules.ts'
import { isNamedPattern, patternNames } from '../toys/pattern.rules.ts'
import type { Audience, Menu } from './contract.ts'

const MINUTE_MS = 60_000

/** The menu of a creator who never made one. */
export const openMenu: Menu = {
  patterns: null,
  ownPatterns: true,
  longestMinutes: null,
  pauseMinutes: 0,
  warmUp: null,
  audience: 'EVERYONE',
}

/** The highest strength after so many milliseconds of metered control: it rises from the start of the warm-up to the cap. */
export function warmUpCap(cap: number, { warmUp }: Pick<Menu, 'warmUp'>, meteredMs: number): number {
  if (!warmUp || warmUp.from >= cap) return cap
  const share = Math.min(meteredMs / (warmUp.minutes * MINUTE_MS), 1)
  return warmUp.from + Math.floor((cap - warmUp.from) * share)
}

/** The functions of a toy that others may use. */
export const allowedFunctions = (toy: {
  model: string
  functions: readonly ToyFunction[] | null
  menuFunctions: readonly ToyFunction[] | null
}): ToyFunction[] =>
  toyFunctions(toy).filter(name => toy.menuFunctions === null || toy.menuFunctions.includes(name))

/** Whether a pattern, by its name or as a custom one, is on the menu. */
export const isPatternAllowed = ({ patterns, ownPatterns }: Menu, pattern: string): boolean =>
  isNamedPattern(pattern) ? patterns === null || patterns.includes(pattern) : ownPatterns

/** The named patterns that are not on the menu. */
export const offPatterns = (menu: Menu): string[] =>
  patternNames.filter(name => !isPatternAllowed(menu, name))

/** A person as far as the creator's choice of players depends on them. */
export interface Guest {
  isFavourite: boolean
  hasPlayed: boolean
}

export const isInvited = (audience: Audience, { isFavourite, hasPlayed }: Guest): boolean =>
  audience === 'FAVOURITES' ? isFavourite : audience !== 'PLAYED_BEFORE' || hasPlayed || isFavourite

/** When the pause after the creator's last session ends; null when there is none. */
export function restsUntil(
  { pauseMinutes }: Pick<Menu, 'pauseMinutes'>,
  lastEndedAt: Date | null,
  now: Date,
): Date | null {
  if (lastEndedAt === null) return null
  const until = new Date(lastEndedAt.getTime() + pauseMinutes * MINUTE_MS)
  return now < until ? until : null
}

/** The limits of a session, for its player; null without any. */
export function menuNotice({ longestMinutes, warmUp, audience }: Menu): string | null {
  const limits = [
    audience === 'ACCEPT_EACH' && 'De creator zegt bij elke start eerst ja of nee.',
    longestMinutes !== null &&
      `Een sessie duurt hoogstens ${longestMinutes === 1 ? '1 minuut' : `${longestMinutes} minuten`}.`,
    warmUp && `De toy begint rustig en wordt in ${warmUp.minutes} min sterker.`,
  ].filter(text => text !== false && text !== null)
  return limits.length > 0 ? limits.join(' ') : null
}
