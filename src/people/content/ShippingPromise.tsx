import { useShop } from '../../ui/page/boot.ts'
import { shippingPromise } from '../../wire/shippingText.ts'
import type { MarkupParts } from './Markup.tsx'

const ShippingPromise = () => shippingPromise(useShop())

/** The node that stands for `{verzending}`. */
export const shippingParts: MarkupParts = { verzending: <ShippingPromise /> }
