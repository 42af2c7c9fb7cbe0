import { ArrowRight, Calculator, HeartHandshake, Package, Radio } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { HomeContent } from '../../people/content/contract.ts'
import { InlineMarkup } from '../../people/content/Markup.tsx'
import { shippingParts } from '../../people/content/ShippingPromise.tsx'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { CategoryPicture } from '../../shop/products/catalog/CategoryPicture.tsx'
import type { Category, Product } from '../../shop/products/catalog/contract.ts'
import { ProductCard } from '../../shop/products/catalog/ProductCard.tsx'
import type { ShippingRate } from '../../shop/shipping/contract.ts'
import { ShippingCalculatorDialog } from '../../shop/shipping/ShippingCalculatorDialog.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'

interface HomeSectionsProps {
  content: HomeContent
  featured: Product[]
  categories: Category[]
}

/** The home page below the top bar; also the preview of its texts. */
export const HomeSections = ({ content, featured, categories }: HomeSectionsProps) => (
  <>
    <Hero content={content} />
    <section className="measure pt-20 md:pt-28" aria-labelledby="featured">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-4">
        <h2 id="featured" className="display text-title">
          {content.featuredTitle}
        </h2>
        <ButtonLink to="/shop" variant="link" className="mb-1">
          Alles bekijken
          <ArrowRight aria-hidden />
        </ButtonLink>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 lg:grid-cols-4 lg:gap-x-6">
        {featured.map(product => (
          <li key={product.id}>
            <ProductCard product={product} Action={AddToCart} Corner={WishlistButton} />
          </li>
        ))}
      </ul>
    </section>
    <Reasons reasons={content.reasons} />
    <CategoryTiles title={content.categoriesTitle} categories={categories} />
    <ShippingCostSection content={content} />
    <LivePromo content={content} />
  </>
)

const reasonIcons = [Package, HeartHandshake, Radio]

const Reasons = ({ reasons }: Pick<HomeContent, 'reasons'>) => (
  <section className="measure pt-20 md:pt-28" aria-label="Waarom hier">
    <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
      {reasons.map(({ title, text }, index) => {
        const Icon = reasonIcons[index] ?? Package
        return (
          <li key={title} className="grid content-start gap-3 border-t border-line-strong pt-6">
            <Icon className="size-6 text-accent-text" strokeWidth={1.5} aria-hidden />
            <h2 className="display text-subheading">{title}</h2>
            <p className="text-ink-soft">
              <InlineMarkup text={text} parts={shippingParts} />
            </p>
          </li>
        )
      })}
    </ul>
  </section>
)

/** The left part of the picture is empty: the text is placed there, and on a small screen below the picture. */
function Hero({ content: { eyebrow, title, lead } }: Pick<HomeSectionsProps, 'content'>) {
  return (
    <section className="measure pt-4 md:pt-6">
      <div className="relative">
        <ResponsiveImage
          src="/media/demo/hero-tall/800.webp"
          wide={{
            src: '/media/demo/hero/1600.webp',
            widths: [800, 1600, 2400],
            media: '(min-width: 640px)',
          }}
          alt=""
          sizes="(min-width: 1280px) 1200px, 100vw"
          priority
          className="aspect-square rounded-card sm:aspect-video lg:scheme-light"
        />
        {/* The picture is light in either theme, so the text on it is dark. */}
        <div className="grid content-center justify-items-start gap-6 pt-8 text-ink lg:absolute lg:inset-y-0 lg:left-0 lg:w-[52%] lg:p-16 lg:scheme-light">
          <p className="eyebrow text-accent-text">{eyebrow}</p>
          <h1 className="display text-hero text-ink">{title}</h1>
          <p className="max-w-[26rem] text-lead text-ink-soft">
            <InlineMarkup text={lead} parts={shippingParts} />
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/shop" size="lg">
              Naar de shop
            </ButtonLink>
            <ButtonLink to="/live" size="lg" variant="secondary">
              Live Control
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

function CategoryTiles({ title, categories }: { title: string; categories: Category[] }) {
  if (categories.length === 0) return null
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="categories">
      <h2 id="categories" className="display mb-8 text-title">
        {title}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-4 md:grid-cols-3 lg:gap-6">
        {categories.map(({ id, name, imageUrl }) => (
          <li key={id}>
            <Link to={`/shop?category=${id}`} className="group relative block overflow-hidden rounded-card">
              <CategoryPicture
                name={name}
                imageUrl={imageUrl}
                sizes="(min-width: 768px) 33vw, 50vw"
                className="aspect-square transition-transform duration-250 group-hover:scale-[1.02] md:aspect-4/3"
              />
              <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade from-50% to-transparent p-4 pt-12 text-on-shade md:p-6 md:pt-16">
                <span className="display text-subheading md:text-heading">{name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last section of the home page: dark in either theme, like Live Control itself. */
function LivePromo({ content: { liveTitle, liveText } }: Pick<HomeSectionsProps, 'content'>) {
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="live-invitation">
      <div
        data-theme="dark"
        className="relative grid overflow-hidden rounded-card bg-surface px-6 py-14 text-ink md:px-14 md:py-20"
      >
        <Glow />
        <Wave />
        <div className="relative grid max-w-xl justify-items-start gap-5">
          <p className="eyebrow text-live-text">Live Control</p>
          <h2 id="live-invitation" className="display text-title">
            {liveTitle}
          </h2>
          <p className="text-lead text-ink-soft">
            <InlineMarkup text={liveText} parts={shippingParts} />
          </p>
          <ButtonLink to="/live" size="lg" variant="live">
            <Radio aria-hidden />
            Start een sessie
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** A gradient from the lower corner. */
const Glow = () => (
  <div
    aria-hidden
    className="absolute inset-0 bg-[radial-gradient(60rem_32rem_at_90%_110%,var(--color-accent-strong),transparent_70%)] opacity-50"
  />
)

/** The wave of the control page, as a decoration. */
const Wave = () => (
  <svg
    viewBox="0 0 1200 400"
    preserveAspectRatio="none"
    fill="none"
    aria-hidden
    className="absolute inset-0 size-full text-accent-text opacity-35"
  >
    {[0, 1, 2, 3, 4].map(step => (
      <path
        key={step}
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeOpacity={0.9 - step * 0.17}
        d={`M520 ${300 - step * 14} C 640 ${120 - step * 30}, 720 ${420 - step * 10}, 840 ${230 - step * 22} S 1040 ${60 + step * 26}, 1200 ${210 - step * 30}`}
      />
    ))}
  </svg>
)

/** The shipping costs, shown before checkout. */
function ShippingCostSection({
  content: { shippingTitle, shippingText },
}: Pick<HomeSectionsProps, 'content'>) {
  const [rate, setRate] = useState<ShippingRate | null>(null)
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="shipping">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-card bg-sunken px-6 py-10 md:px-14">
        <div className="grid max-w-xl gap-3">
          <h2 id="shipping" className="display text-heading">
            {shippingTitle}
          </h2>
          <p className="text-ink-soft">
            <InlineMarkup text={shippingText} parts={shippingParts} />
          </p>
        </div>
        <div className="grid max-sm:w-full sm:justify-items-end">
          <ShippingCalculatorDialog onApply={setRate}>
            <Button className="h-auto min-h-12 shrink whitespace-normal" variant="secondary">
              <Calculator aria-hidden />
              Bereken verzendkosten
            </Button>
          </ShippingCalculatorDialog>
          <p role="status" className="figures text-small text-ink-soft not-empty:mt-2">
            {rate && (
              <>
                <span className="font-semibold text-ink">{formatCents(rate.price)}</span>
                {rate.priceWithVat !== rate.price && ` (${formatCents(rate.priceWithVat)} met btw)`} voor{' '}
                {rate.serviceName} met {rate.zone.carrier}, {rate.deliveryTime}
              </>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
