import { loadAuthPage } from '../people/accounts/hooks.ts'
import { pageRoute } from '../ui/page/pageRoute.ts'
import { memberLoader } from './pages/memberLoader.ts'

/** The pages to sign in and to secure an account, and those that mailed links open. */
export const accountPages = [
  pageRoute({
    path: 'security',
    access: 'security',
    module: 'src/people/security/SecurityPage.tsx',
    load: async () => (await import('../people/security/SecurityPage.tsx')).SecurityPage,
    loader: memberLoader('security'),
  }),
  pageRoute({
    path: 'auth',
    access: 'open',
    module: 'src/app/pages/AuthPage.tsx',
    load: async () => (await import('./pages/AuthPage.tsx')).AuthPage,
    loader: loadAuthPage,
  }),
  pageRoute({
    path: 'forgot-password',
    access: 'open',
    module: 'src/people/accounts/passwords/ForgotPasswordPage.tsx',
    load: async () =>
      (await import('../people/accounts/passwords/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  }),
  pageRoute({
    path: 'reset-password',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/accounts/passwords/ResetPasswordPage.tsx',
    load: async () => (await import('../people/accounts/passwords/ResetPasswordPage.tsx')).ResetPasswordPage,
  }),
  pageRoute({
    path: 'welkom',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/admins/SetupPage.tsx',
    load: async () => (await import('../people/admins/SetupPage.tsx')).SetupPage,
  }),
  pageRoute({
    path: 'verify-email',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/accounts/VerifyEmailPage.tsx',
    load: async () => (await import('../people/accounts/VerifyEmailPage.tsx')).VerifyEmailPage,
  }),
  pageRoute({
    path: 'stop/:token',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/live/studio/stopLinks/StopPage.tsx',
    load: async () => (await import('../live/studio/stopLinks/StopPage.tsx')).StopPage,
  }),
  pageRoute({
    path: 'test-mail',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/backoffice/checklist/TestMailPage.tsx',
    load: async () => (await import('../backoffice/checklist/TestMailPage.tsx')).TestMailPage,
  }),
  pageRoute({
    path: 'export',
    access: 'members',
    module: 'src/backoffice/privacy/ExportPage.tsx',
    load: async () => (await import('../backoffice/privacy/ExportPage.tsx')).ExportPage,
  }),
  pageRoute({
    path: 'downloads',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/shop/downloads/DownloadsPage.tsx',
    load: async () => (await import('../shop/downloads/DownloadsPage.tsx')).DownloadsPage,
  }),
  pageRoute({
    path: 'account-gesloten',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/backoffice/privacy/AccountClosedPage.tsx',
    load: async () => (await import('../backoffice/privacy/AccountClosedPage.tsx')).AccountClosedPage,
  }),
]
