import type { ComponentProps } from 'react'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { productPath } from '../products/search/filters.rules.ts'
import { chooseText } from '../products/variants/choice.rules.ts'

type ChooseLinkProps = { product: Product } & Pick<
  ComponentProps<typeof ButtonLink>,
  'variant' | 'size' | 'className'
>

/** In place of a cart button: the way to the page where one of a product's variants is chosen. */
export const ChooseLink = ({ product, ...props }: ChooseLinkProps) => (
  <ButtonLink to={productPath(product)} {...props}>
    {chooseText(product.options ?? [])}
    <span className="sr-only">: {product.name}</span>
  </ButtonLink>
)
