import { cx } from 'class-variance-authority'

/**
 * Joins class names. Two classes for the same property must not meet, because their order in the style sheet decides, not that of
 * the names: a component sets the properties that its callers may change with `base:`.
 */
export const cn = cx
