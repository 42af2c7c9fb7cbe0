import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { samePageState } from '../../ui/samePage.ts'
import type { ProductDetail } from './contract.ts'
import { productPath } from './filters.rules.ts'
import { productQuery } from './hooks.ts'
import {
  chooseValue,
  chosenVariant,
  completeChoice,
  type VariantChoice,
  variantProduct,
} from './variantChoice.rules.ts'

/**
 * What is chosen of a product's options, and how to choose. A choice shows at once; when it is a variant, the address becomes that
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
      // Its page needs no request: what it shows is here already.
      cache.setQueryData(productQuery(target.slug).queryKey, target)
      if (target.slug === slug) return
      const state = samePageState(location)
      await navigate(productPath(target), { replace: true, preventScrollReset: true, state })
    })

  return {
    choice,
    choose,
    /** What is bought, or null while something is still to be chosen. */
    chosen: chosen ? variantProduct(product, chosen) : null,
  }
}
