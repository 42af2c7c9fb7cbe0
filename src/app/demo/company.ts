import type { Settings } from '../../wire/settings.ts'

/** A fictitious company for the demo; a company in the environment takes precedence. */
export const withDemoCompany = (settings: Settings): Settings =>
  settings.company.street === null && settings.company.companyNumber === null
    ? {
        ...settings,
        delivery: settings.delivery ?? {
          cutOff: '16:00',
          daysNL: 1,
          daysBE: 2,
          monday: true,
          tuesday: true,
          wednesday: true,
          thursday: true,
          friday: true,
        },
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
          producerNumbers: 'Recupel 12345, Bebat 6789, Stichting OPEN 1011 (voorbeelden)',
        },
      }
    : settings
