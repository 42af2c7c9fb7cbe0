import { cx } from 'class-variance-authority'

/**
 * Joins class names. Two classes for the same property must not meet, because their order in the style sheet decides, not that of the
 * names: what a caller of a component may change, the component sets with `base:`.
 */
export const cn = cx
