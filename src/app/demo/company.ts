import type { Settings } from '../../wire/settings.ts'

/** A fictitious company for the demo; a company in the environment takes precedence. */
export const withDemoCompany = (settings: Settings): Settings =>
  settings.company.street === null && settings.company.companyNumber === null
    ? {
        ...settings,
        company: {
          name: settings.shopName,
          legalForm: 'SOLE_PROPRIETOR',
          street: 'Kerkstraat 1',
          postalCode: '2000',
          city: 'Antwerpen',
          country: 'BE',
          companyNumber: '0123.456.749',
          vatNumber: 'BE0123456749',
          email: 'post@gloed.test',
          phone: '03 123 45 67',
          complaintsAddress: null,
        },
      }
    : settings
