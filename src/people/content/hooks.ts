import { apiQuery } from '../../ui/call/hooks.ts'
import { readFaq, readHome } from './contract.ts'

export const homeContentQuery = apiQuery(['content', 'home'], readHome, {})
export const faqQuery = apiQuery(['content', 'faq'], readFaq, {})
