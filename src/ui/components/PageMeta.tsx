import { useShop } from '../page/boot.ts'
import { PageTitle } from './PageTitle.tsx'

interface PageHeadProps {
  title: string
  description: string
  /** The path, with the part of the query that selects another page. */
  path: string
  type?: 'website' | 'product'
  /** A path or an absolute URL; no image when omitted. */
  picture?: string | undefined
}

/** The metadata of a page for search engines and link previews. */
export function PageMeta({ title, description, path, type = 'website', picture }: PageHeadProps) {
  const { name, origin } = useShop()
  const image = picture && new URL(picture, origin).href
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <CanonicalLink path={path} />
      <meta name="description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content="nl_NL" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {image && <meta name="twitter:image" content={image} />}
    </>
  )
}

interface CanonicalProps {
  /** The path, with the part of the query that selects another page. */
  path: string
}

/** The canonical URL of a page for search engines. */
function CanonicalLink({ path }: CanonicalProps) {
  const address = useShop().origin + path
  return (
    <>
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="nl" href={address} />
    </>
  )
}
