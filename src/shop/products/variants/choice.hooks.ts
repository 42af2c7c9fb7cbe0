import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { samePageState } from '../../../ui/page/samePage.ts'
import type { ProductDetail } from '../catalog/contract.ts'
import { productPath } from '../search/filters.rules.ts'
import { productQuery } from '../catalog/hooks.ts'
import {
  chooseValue,
  chosenVariant,
  completeChoice,
  type VariantChoice,
  variantProduct,
} from './choice.rules.ts'

/**
 * The choice of a product's options, and the functions to make it. A choice shows at once; when it is a variant, the address becomes that
 * variant's, else the product's own.
 * @param slug the one in the address: of the product or of one of its variants
 */
export function useVariantChoice(product: ProductDetail, slug: string) {
  const { options = [], variants = [] } = product
  const location = useLocation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [partial, setPartial] = useState<VariantChoice>(() => options.map(() => null))
  const inAddress = variants.find(variant => variant.slug === slug)
  const [choice, expect] = useOptimistic<VariantChoice>(
    inAddress ? inAddress.values : completeChoice(variants, partial),
  )
  const chosen = chosenVariant(variants, choice)

  const choose = (option: number, value: string) =>
    startTransition(async () => {
      const next = chooseValue(variants, choice, option, value)
      expect(next)
      setPartial(next)
      const variant = chosenVariant(variants, next)
      const target = variant ? variantProduct(product, variant) : product
      // Its page needs no request: its data are already loaded.
      cache.setQueryData(productQuery(target.slug).queryKey, target)
      if (target.slug === slug) return
      const state = samePageState(location)
      await navigate(productPath(target), { replace: true, preventScrollReset: true, state })
    })

  return {
    choice,
    choose,
    /** The product or variant that is bought, or null while something is still to be chosen. */
    chosen: chosen ? variantProduct(product, chosen) : null,
  }
}
