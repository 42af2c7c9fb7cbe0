import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, HeartHandshake, Package, Radio } from 'lucide-react'
import { Link } from 'react-router'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { categoriesQuery, featuredProductsQuery } from '../../shop/catalog/hooks.ts'
import { ProductCard } from '../../shop/catalog/ProductCard.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { CategoryTiles } from './CategoryTiles.tsx'
import { Hero } from './Hero.tsx'
import { LivePromo } from './LivePromo.tsx'
import { bannerDurationMs } from './paymentResult.ts'
import { PaymentBanner } from './PaymentBanner.tsx'
import { ShippingCostSection } from './ShippingCostSection.tsx'

const blurbs = [
  {
    icon: Package,
    title: 'Niemand ziet wat je bestelt',
    text: 'Een neutrale doos, een neutrale afzender, een neutrale naam op je afschrift.',
  },
  {
    icon: HeartHandshake,
    title: 'Zorgvuldig gekozen',
    text: 'Zachte, lichaamsveilige materialen en stille motoren. Wij verkopen alleen wat we zelf zouden houden.',
  },
  {
    icon: Radio,
    title: 'Samen, op afstand',
    text: 'Neem live de regie, per minuut, met wie daar zelf voor kiest. Stoppen kan altijd, voor allebei.',
  },
]

export function HomePage() {
  const { data: featured } = useSuspenseQuery(featuredProductsQuery)
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  return (
    <>
      <PageMeta
        title="Intimiteit, met aandacht gekozen"
        description="Mooi gemaakte dingen voor jezelf of voor samen. Met zorg gekozen, gratis en discreet bezorgd."
        path="/"
        picture="/media/demo/hero/1600.webp"
      />
      <div className="measure not-empty:pt-6">
        <PaymentBanner durationMsOf={bannerDurationMs} />
      </div>
      <Hero />
      <section className="measure pt-20 md:pt-28" aria-labelledby="featured">
        <div className="mb-8 flex items-end justify-between gap-4">
          <h2 id="featured" className="display text-title">
            Uitgelicht
          </h2>
          <Button asChild variant="link" className="mb-1">
            <Link to="/shop">
              Alles bekijken
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        </div>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 lg:grid-cols-4 lg:gap-x-6">
          {featured.items.map(product => (
            <li key={product.id}>
              <ProductCard product={product} Action={AddToCart} Corner={WishlistButton} />
            </li>
          ))}
        </ul>
      </section>
      <section className="measure pt-20 md:pt-28" aria-label="Waarom hier">
        <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
          {blurbs.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid content-start gap-3 border-t border-line-strong pt-6">
              <Icon className="size-6 text-accent-text" strokeWidth={1.5} aria-hidden />
              <h2 className="display text-subheading">{title}</h2>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <CategoryTiles categories={categories} />
      <ShippingCostSection />
      <LivePromo />
    </>
  )
}
