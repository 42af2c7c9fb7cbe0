import { useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../../people/accounts/hooks.ts'
import { homeContentQuery } from '../../people/content/hooks.ts'
import { categoriesQuery, useFeaturedProducts } from '../../shop/products/catalog/hooks.ts'
import { useShop } from '../../ui/page/boot.ts'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { shippingPromise } from '../../wire/shippingText.ts'
import { HomeSections } from './HomeSections.tsx'
import { PaymentBanner } from './PaymentBanner.tsx'
import { bannerDurationMs } from './paymentResult.ts'

export function HomePage() {
  const { data: content } = useSuspenseQuery(homeContentQuery)
  const featured = useFeaturedProducts(useUser()?.preferredCategories ?? [], content.featured)
  const promise = shippingPromise(useShop())
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  return (
    <>
      <PageMeta
        title="Intimiteit, met aandacht gekozen"
        description={`Mooi gemaakte dingen voor jezelf of voor samen, met zorg gekozen. ${promise}, discreet verpakt.`}
        path="/"
        picture="/media/demo/hero/1600.webp"
      />
      <div className="measure not-empty:pt-6">
        <PaymentBanner durationMsOf={bannerDurationMs} />
      </div>
      <HomeSections content={content} featured={featured} categories={categories} />
    </>
  )
}
