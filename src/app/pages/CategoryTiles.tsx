import { Link } from 'react-router'
import type { Category } from '../../shop/catalog/contract.ts'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'

export function CategoryTiles({ categories }: { categories: Category[] }) {
  if (categories.length === 0) return null
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="categories">
      <h2 id="categories" className="display mb-8 text-title">
        Waar heb je zin in
      </h2>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:gap-6">
        {categories.map(({ id, name, imageUrl }) => (
          <li key={id}>
            <Link to={`/shop?category=${id}`} className="group relative block overflow-hidden rounded-card">
              <ResponsiveImage
                src={imageUrl}
                alt=""
                sizes="(min-width: 768px) 33vw, 50vw"
                className="aspect-square transition-transform duration-250 group-hover:scale-[1.02] md:aspect-4/3"
              />
              <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade to-transparent p-4 pt-12 text-on-shade md:p-6 md:pt-16">
                <span className="display text-subheading md:text-heading">{name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
