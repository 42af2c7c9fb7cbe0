import { useShop } from '../boot.ts'

interface CanonicalProps {
  /** The path, with the part of the query that selects another page. */
  path: string
}

/** The canonical URL of a page for search engines. */
export function CanonicalLink({ path }: CanonicalProps) {
  const address = useShop().origin + path
  return (
    <>
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="nl" href={address} />
    </>
  )
}
