import { cx } from 'class-variance-authority'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['hero', 'title', 'heading', 'subheading', 'lead', 'small', 'tiny'],
      radius: ['card', 'inner'],
      shadow: ['soft'],
    },
  },
})

/** Joins class names; of classes for the same property the last one wins, so that callers can override a component's own. */
export const cn = (...classes: Parameters<typeof cx>): string => merge(cx(...classes))
