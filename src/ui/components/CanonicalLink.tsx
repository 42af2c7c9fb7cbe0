import { useShop } from '../boot.ts'

interface CanonicalProps {
  /** Path, and what of the query makes it another page. */
  path: string
}

/** The one address of a page for search engines, whatever else stands in the visitor's own. */
export function CanonicalLink({ path }: CanonicalProps) {
  const address = useShop().origin + path
  return (
    <>
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="nl" href={address} />
    </>
  )
}
