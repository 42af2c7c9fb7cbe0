/** The address of a creator's page. In a file of its own: a page that links to it needs none of the schemas. */
export const creatorPath = (slug: string): string => `/c/${slug}`
