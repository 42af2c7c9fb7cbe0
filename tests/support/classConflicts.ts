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

/** The classes of an element that set the same property as another of its classes: which of them counts is left to the style sheet. */
export function classConflicts(className: string): string[] {
  const kept = new Set(merge(className).split(' '))
  return className.split(/\s+/).filter(name => name !== '' && !kept.has(name))
}
