/** Valid IBANs of nobody. */
export const ibans = ['NL91ABNA0417164300', 'BE68539007547034', 'DE89370400440532013000'] as const

export const someDetails = {
  street: 'Kerkstraat 1',
  postalCode: '1017 AA',
  city: 'Amsterdam',
  country: 'NL',
  taxNumber: '111222333',
  vatStatus: 'PRIVATE',
  vatNumber: null,
  agreesSelfBilling: false,
  holder: 'PERSON',
  companyName: null,
  iban: ibans[0],
} as const
