import type { Platform } from '../../platform/platform.ts'
import { findForbiddenWord } from '../creatorPages/words.rules.ts'

/** The list itself stays on the server. */
export const isSearchAllowed = ({ settings }: Pick<Platform, 'settings'>, term: string): boolean =>
  findForbiddenWord(settings.current, term) === null
