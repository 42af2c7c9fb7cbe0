/** A deliberate bug, as a replacement of text in one file. */
export interface Mutation {
  name: string
  file: string
  from: string
  to: string
  /** What it breaks. */
  breaks: string
}

export const mutations: Mutation[] = []
