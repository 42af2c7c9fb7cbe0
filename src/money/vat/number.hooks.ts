import { useApiMutation } from '../../ui/hooks.ts'
import { checkVatNumber } from './number.contract.ts'

/** Asks whether a VAT number is one; the form shows what is wrong with it. */
export const useCheckVatNumber = () => useApiMutation(checkVatNumber, { onError: () => undefined })
