import type { Settings } from '../../wire/settings.ts'
import company from './content/company.json' with { type: 'json' }

const workingDays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }

/** A fictitious company for the demo; a company in the environment takes precedence. */
export const withDemoCompany = (settings: Settings): Settings =>
  settings.company.street === null && settings.company.companyNumber === null
    ? {
        ...settings,
        delivery: settings.delivery ?? { cutOff: '16:00', daysNL: 1, daysBE: 2, ...workingDays },
        company: { ...company, legalForm: 'SOLE_PROPRIETOR', country: 'BE', name: settings.shopName },
      }
    : settings
