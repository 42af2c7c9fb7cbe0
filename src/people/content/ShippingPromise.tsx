import { useShop } from '../../ui/boot.ts'
import { shippingPromise } from '../../wire/shippingText.ts'
import type { MarkupParts } from './Markup.tsx'

const ShippingPromise = () => shippingPromise(useShop())

/** What stands for `{verzending}`. */
export const shippingParts: MarkupParts = { verzending: <ShippingPromise /> }
