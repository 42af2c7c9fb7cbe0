import { pageRoute } from '../ui/page/pageRoute.ts'
import { memberLoader } from './pages/memberLoader.ts'

/** Writing to the shop, and reporting content of it: open to everyone, also before the question about age and in a shop for members only. */
export const contactPages = [
  pageRoute({
    path: 'contact',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/app/pages/ContactPage.tsx',
    load: async () => (await import('./pages/ContactPage.tsx')).ContactPage,
  }),
  pageRoute({
    path: 'contact/gesprek',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/shop/support/LinkedConversationPage.tsx',
    load: async () => (await import('../shop/support/LinkedConversationPage.tsx')).LinkedConversationPage,
  }),
  pageRoute({
    path: 'melden',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/contentReports/ReportPage.tsx',
    load: async () => (await import('../people/contentReports/ReportPage.tsx')).ReportPage,
  }),
  pageRoute({
    path: 'melding',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/contentReports/FollowReportPage.tsx',
    load: async () => (await import('../people/contentReports/FollowReportPage.tsx')).FollowReportPage,
  }),
  pageRoute({
    path: 'contact/gesprek/:conversationId',
    access: 'members',
    module: 'src/shop/support/OwnConversationPage.tsx',
    load: async () => (await import('../shop/support/OwnConversationPage.tsx')).OwnConversationPage,
    loader: memberLoader('supportConversation'),
  }),
]
