import { useApiMutation } from '../../ui/call/hooks.ts'
import { openGuestOrder, requestGuestOrderLink } from './contract.ts'

export const useOpenGuestOrder = () => useApiMutation(openGuestOrder, {})

export const useRequestGuestOrderLink = () => useApiMutation(requestGuestOrderLink, {})
